import { describe, expect, it } from "vitest";
import { SINCE, services, tail } from "./support.ts";

describe("before any stream starts", () => {
  it("a feature that the token lacks is an error", async () => {
    const { events, env, fetch, requests } = services();
    const token = events.issueToken({ features: ["itemusages"] });
    const args = ["itemusages", "signinattempts", "auditlog", "--no-checkpoint", ...SINCE];
    const { code, printed, said } = await tail(args, { env: { ...env, KEYWRIGHT_EVENTS_TOKEN: token }, fetch });
    expect([code, printed]).toEqual([6, ""]);
    expect(said).toContain("the token lacks signinattempts: it has itemusages");
    expect(said).not.toContain(token);
    expect(requests).toEqual(["/api/v2/auth/introspect"]);
  });

  const events = { KEYWRIGHT_EVENTS_URL: "https://e.example.com", KEYWRIGHT_EVENTS_TOKEN: "hidden-value" };
  it.each<[string, readonly string[], { readonly [name: string]: string }, string]>([
    ["no stream", ["--no-checkpoint"], {}, "name at least one stream: auditevents, itemusages, signinattempts, auditlog"],
    ["an unknown stream", ["events", "--no-checkpoint"], {}, "there is no stream events; there are"],
    ["no word on the checkpoint", ["auditevents"], {}, "use --checkpoint FILE, or --no-checkpoint"],
    ["both words on the checkpoint", ["auditevents", "--checkpoint", "a", "--no-checkpoint"], {}, "use --checkpoint FILE, or --no-checkpoint"],
    ["one checkpoint for two streams", ["auditevents", "itemusages", "--checkpoint", "a"], {}, "must contain {stream}"],
    ["an unknown option", ["auditevents", "--follow"], {}, "keywright-tail: --follow is not an option of keywright-tail\n"],
    ["a short option", ["auditevents", "-f"], {}, "-f is not an option of keywright-tail\n"],
    [
      "a misspelled option",
      ["auditevents", "--chekpoint", "a"],
      {},
      "keywright-tail: --chekpoint is not an option of keywright-tail; did you mean --checkpoint?\n",
    ],
    ["an option without its value", ["auditevents", "--checkpoint"], {}, "'--checkpoint <value>' argument missing"],
    ["a limit of 0", ["auditevents", "--no-checkpoint", "--max-events", "0"], {}, "--max-events takes a whole number from 1; got 0"],
    [
      "the limit of other programs",
      ["auditevents", "--no-checkpoint", "--limit", "5"],
      {},
      "keywright-tail: --limit is not an option of keywright-tail; did you mean --max-events?\n",
    ],
    ["a log of another format", ["auditevents", "--no-checkpoint", "--log", "xml"], {}, "--log takes text or json; got xml"],
    ["a mode of standard output", ["auditevents", "--no-checkpoint", "--mode", "0640"], {}, "--mode needs --output FILE"],
    ["a mode that is none", ["auditevents", "--no-checkpoint", "--output", "a", "--mode", "0648"], {}, "--mode must be three octal digits"],
    ["a mode that shuts out its owner", ["auditevents", "--no-checkpoint", "--output", "a", "--mode", "0444"], {}, "that let the owner read and write"],
    ["an authority without a name", ["auditevents", "--no-checkpoint", "--ca", ""], {}, "--ca must be the name of a file; got an empty one"],
    ...["0", "501M", "1G", "1.5M", "-1"].map((size): [string, string[], object, string] => [
      `pages of ${size} bytes`,
      ["auditevents", "--no-checkpoint", `--max-page-bytes=${size}`],
      {},
      `--max-page-bytes takes a number of bytes, or of K or M (1024 and 1048576 bytes), such as 64M, up to 500M; got ${size}`,
    ]),
    ...["0m", "0.5", "1y", ""].map((time): [string, string[], object, string] => [
      `to give up after ${JSON.stringify(time)}`,
      ["auditevents", "--no-checkpoint", `--give-up-after=${time}`],
      {},
      `--give-up-after takes seconds from 1, or a duration such as 90s, 15m, 24h, 7d or 2w; got ${time}`,
    ]),
    ["a page size of 1001", ["auditevents", "--no-checkpoint", "--page-size", "1001"], {}, "--page-size takes a whole number from 1 to 1000; got 1001"],
    [
      "an interval of weeks",
      ["auditevents", "--no-checkpoint", "--interval", "1w"],
      {},
      "--interval takes seconds from 1 to 86400, or a duration such as 90s, 15m, 24h, 7d or 2w; got 1w",
    ],
    ["a reset to nowhere", ["auditevents", "--checkpoint", "a", "--reset"], {}, "--reset needs --since TIME and --checkpoint FILE"],
    ["no address", ["auditevents", "--no-checkpoint"], {}, "the environment lacks KEYWRIGHT_EVENTS_URL"],
    [
      "no token",
      ["auditevents", "--no-checkpoint"],
      { KEYWRIGHT_EVENTS_URL: "https://e.example.com" },
      "the environment lacks KEYWRIGHT_EVENTS_TOKEN or KEYWRIGHT_EVENTS_TOKEN_FILE: set one of them",
    ],
    [
      "two tokens",
      ["auditevents", "--no-checkpoint"],
      { ...events, KEYWRIGHT_EVENTS_TOKEN_FILE: "hidden-value" },
      "KEYWRIGHT_EVENTS_TOKEN and KEYWRIGHT_EVENTS_TOKEN_FILE: keep one",
    ],
    [
      "a client without its secret",
      ["auditlog", "--no-checkpoint"],
      { KEYWRIGHT_MANAGEMENT_URL: "https://m.example.com", KEYWRIGHT_MANAGEMENT_CLIENT_ID: "hidden-value" },
      "the environment lacks KEYWRIGHT_MANAGEMENT_CLIENT_SECRET",
    ],
    [
      "an address in clear text",
      ["auditevents", "--no-checkpoint"],
      { ...events, KEYWRIGHT_EVENTS_URL: "http://e.example.com" },
      "keywright-tail: KEYWRIGHT_EVENTS_URL is http:// to e.example.com, which would send credentials in clear text: use https://\n",
    ],
    [
      "an address without its scheme",
      ["auditlog", "--no-checkpoint"],
      { KEYWRIGHT_MANAGEMENT_URL: "m.example.com", KEYWRIGHT_MANAGEMENT_CLIENT_ID: "a", KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: "hidden-value" },
      "keywright-tail: KEYWRIGHT_MANAGEMENT_URL must be a whole address with its scheme",
    ],
    [
      "a token with a line break",
      ["auditevents", "--no-checkpoint"],
      { ...events, KEYWRIGHT_EVENTS_TOKEN: "hidden-value\n" },
      "keywright-tail: KEYWRIGHT_EVENTS_TOKEN ends with a line break: remove it",
    ],
    [
      "an unknown level of the log",
      ["auditevents", "--no-checkpoint"],
      { ...events, KEYWRIGHT_LOG: "verbose" },
      "keywright-tail: KEYWRIGHT_LOG must be debug, info or warn; got a string of 7 characters\n",
    ],
    ["a time that is none", ["auditevents", "--no-checkpoint", "--since", "monday"], events, "keywright-tail: --since must be an existing date or date-time"],
    ["a checkpoint without a name", ["auditevents", "--checkpoint", ""], events, "--checkpoint must be the name of a file; got an empty one"],
    ["an output without a name", ["auditevents", "--no-checkpoint", "--output", ""], events, "--output must be the name of a file; got an empty one"],
    [
      "one file for checkpoint and output",
      ["auditevents", "--checkpoint", "./state/../a", "--output", "a"],
      events,
      "--checkpoint and --output are both ./state/../a: use different files",
    ],
    [
      "one file for the checkpoint of a stream and the output of all",
      ["auditevents", "itemusages", "--checkpoint", "{stream}", "--output", "itemusages"],
      events,
      "--checkpoint and --output are both itemusages: use different files",
    ],
    [
      "an output that is the lock of a checkpoint",
      ["auditevents", "--checkpoint", "a", "--output", "a.lock"],
      events,
      "--output a.lock is the lock file of the checkpoint a: use another file",
    ],
    [
      "a checkpoint that is the lock of an output",
      ["auditevents", "--checkpoint", "{stream}.lock", "--output", "{stream}"],
      events,
      "--checkpoint auditevents.lock is the lock file of the output auditevents: use another file",
    ],
    [
      "a file for bad pages without a name",
      ["auditevents", "--no-checkpoint", "--dead-letter", ""],
      events,
      "--dead-letter must be the name of a file; got an empty one",
    ],
    [
      "one file for the output and bad pages",
      ["auditevents", "--no-checkpoint", "--output", "a", "--dead-letter", "./a"],
      events,
      "--output and --dead-letter are both a: use different files",
    ],
    [
      "a file for bad pages that is the lock of a checkpoint",
      ["auditevents", "--checkpoint", "a", "--dead-letter", "a.lock"],
      events,
      "--dead-letter a.lock is the lock file of the checkpoint a: use another file",
    ],
  ])("%s is not understood: exit code 2", async (_what, args, env, message) => {
    const { code, printed, said } = await tail(args, { env, fetch: () => Promise.reject(new Error("sent")) });
    expect([code, printed]).toEqual([2, ""]);
    expect(said).toContain(message);
    expect(said).toContain("Try keywright-tail --help");
    expect(said).not.toContain("hidden-value");
  });

  it("help and version are printed and need nothing", async () => {
    expect(await tail(["--help"], {})).toMatchObject({ code: 0, printed: expect.stringMatching(/^Usage: keywright-tail STREAM…/), said: "" });
    expect(await tail(["--version"], {})).toMatchObject({ code: 0, printed: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });
});
