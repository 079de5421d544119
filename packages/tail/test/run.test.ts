import { appendFile, mkdir, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileCheckpoint, lockFile } from "@keywright/core/node";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import type { Surroundings } from "../src/lib/surroundings.ts";
import { eventsIn, finishWithFiles, folderForTest, services, tail, untimed, values } from "./support.ts";

const SINCE = ["--since", "2020-01-01T00:00:00Z", "--once"];

describe("a stream to standard output", () => {
  it.each(["auditevents", "itemusages", "signinattempts"] as const)(
    "of %s has a line for each event, as the service gives it, in its order; and nothing the second time",
    async (stream) => {
      const { events, env, fetch } = services();
      const checkpoint = join(await folderForTest(), "position");
      const { code, printed } = await tail([stream, "--checkpoint", checkpoint, ...SINCE, "--page-size", "10"], { env, fetch });
      expect(code).toBe(0);
      expect(eventsIn(printed)).toEqual(events.store.stream(stream).events);
      expect(await tail([stream, "--checkpoint", checkpoint, "--once"], { env, fetch })).toMatchObject({ code: 0, printed: "" });
      events.appendEvents(stream, { uuid: "LATER" });
      expect(values((await tail([stream, "--checkpoint", checkpoint, "--once"], { env, fetch })).printed)).toMatchObject([{ uuid: "LATER" }]);
    },
  );

  it("of the audit log gets its token by client credentials, and asks the events service for nothing", async () => {
    const { management, fetch, requests } = services();
    const env = {
      KEYWRIGHT_MANAGEMENT_URL: "https://management.example.com/",
      KEYWRIGHT_MANAGEMENT_CLIENT_ID: management.clientId,
      KEYWRIGHT_MANAGEMENT_CLIENT_SECRET: management.clientSecret,
    };
    const { code, printed } = await tail(["auditlog", "--no-checkpoint", ...SINCE], { env, fetch });
    expect(code).toBe(0);
    // Asking for a token is itself an event of the log.
    expect(values(printed).length).toBeGreaterThanOrEqual(25);
    expect(requests[0]).toBe("/connect/token");
    expect(new Set(requests)).toEqual(new Set(["/connect/token", "/api/audit/v1/logs"]));
  });

  it.each([
    ["auditevents", "items", '"cursor":"a","has_more":false'],
    ["auditlog", "results", '"next":"?after=a"'],
  ])("of %s has the events as the service wrote them, to the last digit", async (stream, items, end) => {
    const { env, fetch } = services();
    const events = Array.from({ length: 500 }, (_unused, index) => `{"id":7201234567890123${456 + index},"uuid":1e400,"by":-0,"a":0.1234567890123456789}`);
    let polls = 0;
    const answer = (listed: readonly string[]): Response =>
      new Response(`{\n  "${items}": [\n${listed.join(",\n")}\n],${end}}`, { headers: { "content-type": "application/json" } });
    const { code, printed } = await tail([stream, "--no-checkpoint", "--once"], {
      env,
      fetch: async (url, init) => (url.includes("introspect") ? fetch(url, init) : answer((polls += 1) === 1 ? events : [])),
    });
    expect(code).toBe(0);
    expect(printed.trimEnd().split("\n")).toEqual(events.map((event) => `{"stream":"${stream}",${event.slice(1)}`));
  });

  it("of several names the stream in each line", async () => {
    const { env, fetch } = services();
    const { printed } = await tail(["auditevents", "itemusages", "auditlog", "--no-checkpoint", ...SINCE], { env, fetch });
    const streams = values(printed).map(({ stream }) => stream);
    expect(streams.filter((name) => name === "auditevents").length).toBe(25);
    expect(streams.filter((name) => name === "itemusages").length).toBe(25);
    expect(new Set(streams)).toEqual(new Set(["auditevents", "itemusages", "auditlog"]));
  });

  it("waits for who reads slowly, and keeps no position before the lines are taken", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const taken: (() => void)[] = [];
    const stdout = { write: (_text: string, done: () => void) => taken.push(done) };
    const ended = tail(["auditevents", "--checkpoint", checkpoint, ...SINCE, "--page-size", "10"], { env, fetch, stdout });
    const version = async (): Promise<number> => (JSON.parse(await readFile(checkpoint, "utf8")) as { version: number }).version;
    for (const page of [1, 2, 3]) {
      await expect.poll(() => taken.length).toBe(page);
      expect(await version()).toBe(page);
      taken[page - 1]?.();
    }
    expect((await ended).code).toBe(0);
    expect(await version()).toBe(4);
  });

  it("ends quietly where the reader has gone, and the page that it did not take comes again", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE, "--page-size", "10", "--quiet"];
    const gone = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    let pages = 0;
    const first = await tail(args, { env, fetch, stdout: { write: (_text, taken) => taken((pages += 1) > 1 ? gone : undefined) } });
    expect(first).toEqual({ code: 0, printed: "", said: "" });
    expect(values((await tail(args, { env, fetch })).printed).length).toBe(15);
  });

  it("is not written to again after a failure: what it took of the page is not known", async () => {
    const { env, fetch } = services();
    const clock = fakeClock();
    let writes = 0;
    const stdout: Surroundings["stdout"] = {
      write(_text, taken) {
        writes += 1;
        taken(new Error("no space is left"));
      },
    };
    const { code } = await clock.finish(tail(["auditevents", "--no-checkpoint", ...SINCE], { env, fetch, stdout, clock }));
    expect([code, writes]).toEqual([1, 1]);
  });

  it("goes on from start to start with a --max-events that is the size of its pages", async () => {
    const { events, env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE, "--max-events", "3", "--page-size", "3"];
    const printed = [await tail(args, { env, fetch }), await tail(args, { env, fetch })].flatMap((ended) => values(ended.printed).map(({ uuid }) => uuid));
    const expected = events.store.stream("auditevents").events.slice(0, 6);
    expect(printed).toEqual(expected.map(({ uuid }) => uuid));
  });

  it("ends after --max-events events; a page that was cut comes again", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE, "--page-size", "10", "--max-events"];
    const uuids = async (limit: string): Promise<unknown[]> => values((await tail([...args, limit], { env, fetch })).printed).map(({ uuid }) => uuid);
    expect((await uuids("20")).length).toBe(20);
    const cut = await uuids("3");
    expect(cut.length).toBe(3);
    const rest = await uuids("100");
    expect(rest.length).toBe(5);
    expect(rest.slice(0, 3)).toEqual(cut);
  });

  it("ends with the last of --max-events events, and does not wait for another one", async () => {
    const { env, fetch, requests } = services({ eventsPerStream: 3 });
    const clock = fakeClock();
    const stopping = new AbortController();
    const ended = tail(["auditevents", "--no-checkpoint", "--since", "2020-01-01", "--max-events", "3"], {
      env,
      clock,
      signal: stopping.signal,
      fetch(url, init) {
        if (requests.length > 10) stopping.abort();
        return fetch(url, init);
      },
    });
    const { printed, said } = await finishWithFiles(clock, ended);
    expect(values(printed)).toHaveLength(3);
    expect(said).not.toContain("caught up");
  });
});

describe("a stream to a file", () => {
  it("is appended to, for its owner's eyes, and a torn last line is cut before", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const file = join(folder, "inner", "auditevents.jsonl");
    const args = ["auditevents", "--checkpoint", join(folder, "{stream}.position"), "--output", join(folder, "inner", "{stream}.jsonl"), ...SINCE];
    expect((await tail(args, { env, fetch })).code).toBe(0);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await appendFile(file, `{"stream":"auditevents","uuid":"TORN${"x".repeat(200_000)}`);
    events.appendEvents("auditevents", { uuid: "LATER" });
    expect((await tail(args, { env, fetch })).code).toBe(0);
    expect(eventsIn(await readFile(file, "utf8")).map(({ uuid }) => uuid)).toEqual(events.store.stream("auditevents").events.map(({ uuid }) => uuid));
  });

  it("is left alone as long as another process has the checkpoint: its last line may be under way", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, file] = [join(folder, "position"), join(folder, "out")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", file, ...SINCE];
    await writeFile(file, '{"stream":"UNDER WAY');
    const owned = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    expect((await tail(args, { env, fetch })).code).toBe(3);
    expect(await readFile(file, "utf8")).toBe('{"stream":"UNDER WAY');
    let waiting = "";
    const stderr = { write: (text: string) => void (waiting += text) };
    const standing = tail([...args, "--stand-by"], { env, fetch, stderr });
    await expect.poll(() => waiting).toContain("standing by");
    await writeFile(file, '{"uuid":"WHOLE"}\n{"stream":"TORN');
    await owned.release();
    expect((await standing).code).toBe(0);
    const uuids = values(await readFile(file, "utf8")).map(({ uuid }) => uuid);
    expect(uuids).toEqual(["WHOLE", ...events.store.stream("auditevents").events.map(({ uuid }) => uuid)]);
  });

  it.each(["{", '{"stream', '{"stream":"', '{"stream":"auditevents","uuid":"TORN'])("that holds nothing but the torn line %s begins empty", async (torn) => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await writeFile(join(folder, "out"), torn);
    await tail(["auditevents", "--no-checkpoint", "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect(values(await readFile(join(folder, "out"), "utf8")).length).toBe(25);
  });

  it.each(["a", '{"uuid":"TORN', "# Notes\n\nNever lose this", ' {"stream":"auditevents"', '{"stream":1', '{"stream":"auditevents"}\n\0'])(
    "that ends in the line %j, which another program began, is not understood and left alone",
    async (text) => {
      const { env, fetch } = services();
      const folder = await folderForTest();
      const file = join(folder, "out");
      await writeFile(file, text);
      const { code, said } = await tail(["auditevents", "--checkpoint", join(folder, "position"), "--output", file, ...SINCE], { env, fetch });
      expect([code, said.split("\n").slice(-3)]).toEqual([
        2,
        [
          `keywright-tail: --output ${file} ends in a line without an end that keywright-tail did not write: name another file, or end that line. The file was left as it is`,
          "Try keywright-tail --help",
          "",
        ],
      ]);
      expect(await readFile(file, "utf8")).toBe(text);
      await expect(stat(join(folder, "position"))).rejects.toThrow("ENOENT");
    },
  );

  it("may be shared by several streams, whose lines stay whole", async () => {
    const { env, fetch } = services({ eventsPerStream: 300 });
    const folder = await folderForTest();
    await tail(["auditevents", "itemusages", "signinattempts", "--no-checkpoint", "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect(values(await readFile(join(folder, "out"), "utf8")).length).toBe(900);
  });

  it("that another process has is exit code 3 and is left alone, whatever the checkpoint; with --stand-by it is waited for", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, file] = [join(folder, "position"), join(folder, "out.jsonl")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", file, ...SINCE];
    await writeFile(file, '{"stream":"UNDER WAY');
    const owned = await lockFile(file, "output");
    const { code, said } = await tail(args, { env, fetch });
    expect([code, said.slice(said.indexOf("keywright-tail:"))]).toEqual([
      3,
      `keywright-tail: the output ${file} is in use by another process: stop that one first\nWith --stand-by it waits until the other one has ended, and takes over\n`,
    ]);
    expect(await readFile(file, "utf8")).toBe('{"stream":"UNDER WAY');
    // Nothing was begun, and the checkpoint is free for another one.
    const unused = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    expect(await unused.load()).toBeUndefined();
    await unused.release();

    let waiting = "";
    const stderr = { write: (text: string) => void (waiting += text) };
    const standing = tail([...args, "--stand-by"], { env, fetch, stderr });
    await expect.poll(() => waiting).toContain("standing by");
    await owned.release();
    expect((await standing).code).toBe(0);
    expect(eventsIn(await readFile(file, "utf8"))).toEqual(events.store.stream("auditevents").events);
  });

  it("is free when its stream has ended, though another stream of the process stands by: two processes do not wait for each other", async () => {
    const { events, env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, output] = [join(folder, "{stream}.position"), join(folder, "{stream}.jsonl")];
    const other = await fileCheckpoint(join(folder, "itemusages.position")).acquire("listItemUsages");
    let said = "";
    const stderr = { write: (text: string) => void (said += text) };
    const both = tail(["auditevents", "itemusages", "--checkpoint", checkpoint, "--output", output, "--stand-by", ...SINCE], { env, fetch, stderr });
    await expect.poll(() => untimed(said)).toMatch(/^auditevents: .*stopped/m);
    await (await lockFile(join(folder, "auditevents.jsonl"), "output")).release();
    await other.release();
    expect((await both).code).toBe(0);
    expect(eventsIn(await readFile(join(folder, "itemusages.jsonl"), "utf8"))).toEqual(events.store.stream("itemusages").events);
  });

  it("that another process has keeps --reset from moving the position", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    const [checkpoint, file] = [join(folder, "position"), join(folder, "out.jsonl")];
    const args = ["auditevents", "--checkpoint", checkpoint, "--output", file, ...SINCE];
    await tail(args, { env, fetch });
    const before = await readFile(checkpoint, "utf8");
    const owned = await lockFile(file, "output");
    expect((await tail([...args, "--reset"], { env, fetch })).code).toBe(3);
    expect(await readFile(checkpoint, "utf8")).toBe(before);
    await owned.release();
  });

  it.each(["a link to it", "the name that it had before a rotation"])("that another process has is found by %s", async (way) => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    const [file, other] = [join(folder, "out.jsonl"), join(folder, "other.jsonl")];
    if (way === "a link to it") await symlink("out.jsonl", other);
    const started = new AbortController();
    let said = "";
    const stderr = { write: (text: string) => void (said += text) };
    const args = ["auditevents", "--no-checkpoint", "--since", "2020-01-01T00:00:00Z", "--output"];
    const first = tail([...args, way === "a link to it" ? other : file], { env, fetch, stderr, signal: started.signal });
    await expect.poll(() => said).toContain("caught up");
    if (way !== "a link to it") await rename(file, other);
    expect((await tail([...args, file, "--once"], { env, fetch })).code).toBe(3);
    started.abort();
    expect((await first).code).toBe(0);
    expect(values(await readFile(other, "utf8")).length).toBe(25);
    expect((await tail([...args, file, "--once"], { env, fetch })).code).toBe(0);
  });

  it.each(["is renamed", "is renamed and removed", "is removed", "is renamed and another one has its name"])(
    "that %s takes no more pages: the next one is in the file of its name",
    async (what) => {
      const { events, env, fetch } = services();
      const folder = await folderForTest();
      const [file, renamed] = [join(folder, "out.jsonl"), join(folder, "out.jsonl.1")];
      let said = "";
      const stopping = new AbortController();
      const following = tail(["auditevents", "--no-checkpoint", "--output", file, "--since", "2020-01-01T00:00:00Z", "--interval", "1"], {
        env,
        fetch,
        stderr: { write: (text: string) => void (said += text) },
        signal: stopping.signal,
      });
      await expect.poll(() => said).toContain("caught up");
      await rename(file, renamed);
      if (what.endsWith("removed")) await rm(renamed);
      if (what.endsWith("its name")) await writeFile(file, "");
      events.appendEvents("auditevents", { uuid: "LATER" });
      await expect.poll(() => readFile(file, "utf8").catch(() => ""), { timeout: 10_000 }).toContain("LATER");
      stopping.abort();
      expect((await following).code).toBe(0);
      expect(values(await readFile(file, "utf8")).map(({ uuid }) => uuid)).toEqual(["LATER"]);
      if (!what.endsWith("removed")) expect(values(await readFile(renamed, "utf8")).length).toBe(25);
    },
  );

  it("has its lock beside it, by a name that a pattern for its lines does not match", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await tail(["auditevents", "itemusages", "--no-checkpoint", "--output", join(folder, "{stream}.jsonl"), ...SINCE], { env, fetch });
    expect((await readdir(folder)).sort()).toEqual(["auditevents.jsonl", "auditevents.jsonl.lock", "itemusages.jsonl", "itemusages.jsonl.lock"]);
  });

  it("that is a device or a pipe, such as standard output by its path, is not understood: nothing there can be synced", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await symlink("/dev/null", join(folder, "out"));
    const { code, said } = await tail(["auditevents", "--checkpoint", join(folder, "position"), "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect([code, said.split("\n").slice(-3)]).toEqual([
      2,
      [
        `keywright-tail: --output ${join(folder, "out")} is no file that can be synced: leave --output out to write to standard output, and let the shell or a pipe take it further`,
        "Try keywright-tail --help",
        "",
      ],
    ]);
    await expect(stat(join(folder, "position"))).rejects.toThrow("ENOENT");
  });

  it("that cannot be written is an error, and no position is kept", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    await mkdir(join(folder, "out"));
    const { code, said } = await tail(["auditevents", "--checkpoint", join(folder, "position"), "--output", join(folder, "out"), ...SINCE], { env, fetch });
    expect([code, untimed(said).split("\n").at(-2)]).toEqual([
      1,
      `keywright-tail: the output ${join(folder, "out")} cannot be written: EISDIR: illegal operation on a directory, open '${join(folder, "out")}'`,
    ]);
    await expect(stat(join(folder, "position"))).rejects.toThrow("ENOENT");
  });
});

describe("before any stream starts", () => {
  it("a feature that the token lacks is an error", async () => {
    const { events, env, fetch, requests } = services();
    const token = events.issueToken({ features: ["itemusages"] });
    const args = ["itemusages", "signinattempts", "auditlog", "--no-checkpoint", ...SINCE];
    const { code, printed, said } = await tail(args, { env: { ...env, KEYWRIGHT_EVENTS_TOKEN: token }, fetch });
    expect([code, printed]).toEqual([1, ""]);
    expect(said).toContain("the token lacks signinattempts: it has itemusages");
    expect(said).not.toContain(token);
    expect(requests).toEqual(["/api/v2/auth/introspect"]);
  });

  const events = { KEYWRIGHT_EVENTS_URL: "https://e.example.com", KEYWRIGHT_EVENTS_TOKEN: "hidden-value" };
  it.each<[string, readonly string[], { readonly [name: string]: string }, string]>([
    ["no stream", ["--no-checkpoint"], {}, "name at least one stream of auditevents, itemusages, signinattempts, auditlog"],
    ["an unknown stream", ["audit", "--no-checkpoint"], {}, "there is no stream audit; there are"],
    ["no word on the checkpoint", ["auditevents"], {}, "give --checkpoint FILE, or --no-checkpoint"],
    ["both words on the checkpoint", ["auditevents", "--checkpoint", "a", "--no-checkpoint"], {}, "give --checkpoint FILE, or --no-checkpoint"],
    ["one checkpoint for two streams", ["auditevents", "itemusages", "--checkpoint", "a"], {}, "needs {stream} in it"],
    ["an unknown option", ["auditevents", "--follow"], {}, "Unknown option '--follow'"],
    ["a limit of 0", ["auditevents", "--no-checkpoint", "--max-events", "0"], {}, "--max-events takes a whole number from 1; got 0"],
    ["the limit of other programs", ["auditevents", "--no-checkpoint", "--limit", "5"], {}, "keywright-tail: there is no --limit: --max-events is meant\n"],
    ["a log of another format", ["auditevents", "--no-checkpoint", "--log", "xml"], {}, "--log takes text or json; got xml"],
    ["a mode of standard output", ["auditevents", "--no-checkpoint", "--mode", "0640"], {}, "--mode is of an output file: give --output FILE as well"],
    ["a mode that is none", ["auditevents", "--no-checkpoint", "--output", "a", "--mode", "0648"], {}, "--mode takes three octal digits"],
    ["a mode that shuts out its owner", ["auditevents", "--no-checkpoint", "--output", "a", "--mode", "0444"], {}, "with which the owner can read and write"],
    ["an authority without a name", ["auditevents", "--no-checkpoint", "--ca", ""], {}, "--ca takes the name of a file; got an empty one"],
    ...["0", "501M", "1G", "1.5M", "-1"].map((size): [string, string[], object, string] => [
      `pages of ${size} bytes`,
      ["auditevents", "--no-checkpoint", `--max-page-bytes=${size}`],
      {},
      `--max-page-bytes takes a number of bytes, or of K or M (1024 and 1048576 bytes), such as 64M, up to 500M; got ${size}`,
    ]),
    ...["0m", "30", "1y", ""].map((time): [string, string[], object, string] => [
      `to give up after ${JSON.stringify(time)}`,
      ["auditevents", "--no-checkpoint", `--give-up-after=${time}`],
      {},
      `--give-up-after takes minutes, hours, days or weeks, such as 30m, 24h, 7d or 2w; got ${time}`,
    ]),
    ["a page size of 1001", ["auditevents", "--no-checkpoint", "--page-size", "1001"], {}, "--page-size takes a whole number from 1 to 1000; got 1001"],
    ["an interval in words", ["auditevents", "--no-checkpoint", "--interval", "1m"], {}, "--interval takes seconds from 1 to 86400; got 1m"],
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
    ["a time that is none", ["auditevents", "--no-checkpoint", "--since", "monday"], events, "keywright-tail: --since must be a date or date-time"],
    ["a checkpoint without a name", ["auditevents", "--checkpoint", ""], events, "--checkpoint takes the name of a file; got an empty one"],
    ["an output without a name", ["auditevents", "--no-checkpoint", "--output", ""], events, "--output takes the name of a file; got an empty one"],
    [
      "one file for checkpoint and output",
      ["auditevents", "--checkpoint", "./state/../a", "--output", "a"],
      events,
      "--checkpoint and --output are both ./state/../a: give each a file of its own",
    ],
    [
      "one file for the checkpoint of a stream and the output of all",
      ["auditevents", "itemusages", "--checkpoint", "{stream}", "--output", "itemusages"],
      events,
      "--checkpoint and --output are both itemusages: give each a file of its own",
    ],
    [
      "an output that is the lock of a checkpoint",
      ["auditevents", "--checkpoint", "a", "--output", "a.lock"],
      events,
      "--output a.lock is the lock of the checkpoint a: name another file",
    ],
    [
      "a checkpoint that is the lock of an output",
      ["auditevents", "--checkpoint", "{stream}.lock", "--output", "{stream}"],
      events,
      "--checkpoint auditevents.lock is the lock of the output auditevents: name another file",
    ],
    [
      "a file for bad pages without a name",
      ["auditevents", "--no-checkpoint", "--set-aside", ""],
      events,
      "--set-aside takes the name of a file; got an empty one",
    ],
    [
      "one file for the output and bad pages",
      ["auditevents", "--no-checkpoint", "--output", "a", "--set-aside", "./a"],
      events,
      "--output and --set-aside are both a: give each a file of its own",
    ],
    [
      "a file for bad pages that is the lock of a checkpoint",
      ["auditevents", "--checkpoint", "a", "--set-aside", "a.lock"],
      events,
      "--set-aside a.lock is the lock of the checkpoint a: name another file",
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

describe("a checkpoint", () => {
  it("that another process has is exit code 3, and is waited for with --stand-by", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const owned = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    const { code, said } = await tail(["auditevents", "--checkpoint", checkpoint, ...SINCE], { env, fetch });
    expect([code, said]).toEqual([3, expect.stringMatching(/is in use by another process: stop that one first\nWith --stand-by it waits/)]);
    const controller = new AbortController();
    let waiting = "";
    const stderr = { write: (text: string) => void (waiting += text) };
    const standing = tail(["auditevents", "--checkpoint", checkpoint, "--stand-by"], { env, fetch, signal: controller.signal, stderr });
    await expect.poll(() => waiting).toContain("auditevents: 0 events, standing by");
    controller.abort();
    expect(await standing).toMatchObject({ code: 0, printed: "" });
    await owned.release();
  });

  it("whose position the service refuses is exit code 4, and says how to go on; --reset does", async () => {
    const { events, env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const args = ["auditevents", "--checkpoint", checkpoint, ...SINCE];
    await tail(args, { env, fetch });
    events.inject({ operationId: "listAuditEvents", answer: "expired-cursor" });
    const { code, said } = await tail(args, { env, fetch });
    expect([code, said]).toEqual([4, expect.stringMatching(/the service may have forgotten it\nWith --reset --since TIME/)]);
    expect((await tail(args, { env, fetch })).printed).toBe("");
    expect(values((await tail([...args, "--reset"], { env, fetch })).printed).length).toBe(25);
  });

  it("that begins at a time which the service refuses says how another time is set: a new --since alone has no effect", async () => {
    const { events, env, fetch } = services();
    const file = join(await folderForTest(), "position");
    events.inject({ operationId: "listAuditEvents", answer: { status: 400, body: { status: 400, message: "start_time is too long ago" } } });
    const args = ["auditevents", "--checkpoint", file, "--once"];
    const { code, said } = await tail([...args, "--since", "2020-01-01T00:00:00Z"], { env, fetch });
    expect([code, untimed(said).split("\n").slice(-3)]).toEqual([
      1,
      [
        "keywright-tail: listAuditEvents failed with status 400: start_time is too long ago",
        "Where that is the time to begin at, a checkpoint keeps it from now on: --reset --since TIME sets another one",
        "",
      ],
    ]);
    expect((await tail([...args, "--reset", "--since", "2026-01-01T00:00:00Z"], { env, fetch })).code).toBe(0);
  });

  it("that is damaged is exit code 1, and nothing is read", async () => {
    const { env, fetch, requests } = services();
    const checkpoint = join(await folderForTest(), "position");
    await writeFile(checkpoint, "");
    const { code, said } = await tail(["auditevents", "--checkpoint", checkpoint, ...SINCE], { env, fetch });
    expect([code, said]).toEqual([1, expect.stringMatching(/position is empty: restore it from a copy, or remove it and start at a time with --since\. /)]);
    expect(requests).toEqual(["/api/v2/auth/introspect"]);
  });
});

describe("what the library says", () => {
  it.each<[string, () => Response, string]>([
    ["a redirect", () => new Response("", { status: 302 }), " KEYWRIGHT_EVENTS_URL"],
    ["a page of another program", () => new Response("<html>"), " KEYWRIGHT_EVENTS_URL"],
  ])("of %s names the variable, not an option of the library", async (_what, answer, said) => {
    const { env } = services();
    const ended = await tail(["auditevents", "--no-checkpoint", ...SINCE], { env, fetch: async () => answer() });
    expect(ended).toMatchObject({ code: 1, said: expect.stringContaining(said) });
    expect(ended.said).not.toMatch(/baseUrl/);
  });

  it("of a token that no header can carry names the environment, and not the token", async () => {
    const { env, fetch } = services();
    const ended = await tail(["auditevents", "--no-checkpoint", ...SINCE], { env: { ...env, KEYWRIGHT_EVENTS_TOKEN: "hidden\nvalue" }, fetch });
    const expected = "KEYWRIGHT_EVENTS_TOKEN must be a token of visible ASCII characters without spaces; got a string of 12 characters";
    expect(ended).toMatchObject({ code: 2, said: expect.stringContaining(expected) });
  });
});

describe("progress on standard error", () => {
  it("is a line for each turn, and not a word with --quiet", async () => {
    const { env, fetch } = services();
    const args = ["auditevents", "--no-checkpoint", ...SINCE];
    expect(untimed((await tail(args, { env, fetch })).said)).toBe(
      "auditevents: 0 events, beginning at the given time\nauditevents: 25 events, caught up, lag 0 s\nauditevents: 25 events, stopped, lag 0 s\n",
    );
    expect((await tail([...args, "--quiet"], { env, fetch })).said).toBe("");
  });

  it("is one live line on a terminal", async () => {
    const { env, fetch } = services();
    let said = "";
    const stderr = { isTTY: true, columns: 40, write: (text: string) => void (said += text) };
    await tail(["auditevents", "--no-checkpoint", ...SINCE], { env, fetch, stderr });
    const drawn = said.split("\r\u001b[K");
    expect(drawn.at(-1)).toMatch(/^auditevents: 25 events, stopped/);
    expect(said.endsWith("\n")).toBe(true);
    for (const line of drawn) expect(line.trimEnd().length).toBeLessThan(40);
  });
});
