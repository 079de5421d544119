import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, it, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { loadOptional } from "../src/lib/connections/optional-package.ts";
import { readSecret } from "../src/lib/connections/secrets.ts";
import type { CommandContext } from "../src/lib/settings/command-context.ts";
import { eventsIn, finishWithFiles, folderForTest, services, SINCE, tail, values } from "./support.ts";

const COLLECTOR = "https://collector.example.com/events";
const TO = ["auditevents", "--to", COLLECTOR, "--no-checkpoint", ...SINCE];

/** The services, and a collector that answers with these statuses, and then with 204. */
function collector(...statuses: readonly number[]) {
  const { events, env, fetch } = services();
  const left = [...statuses];
  const got: { readonly body: string; readonly headers: Headers }[] = [];
  const send: NonNullable<CommandContext["fetch"]> = async (url, init) => {
    if (!url.startsWith(COLLECTOR)) return fetch(url, init);
    const status = left.shift() ?? 204;
    if (status === 204) got.push({ body: String(init.body), headers: new Headers(init.headers) });
    return new Response(status === 204 ? null : "", { status });
  };
  return { events, env, fetch: send, got };
}

describe("--to https:", () => {
  it("sends each event as a line, with the token of the environment", async () => {
    const { events, env, fetch, got } = collector();
    const { code, printed, said } = await tail(TO, { env: { ...env, KEYWRIGHT_TAIL_HTTP_TOKEN: "hidden-value" }, fetch });
    expect([code, printed]).toEqual([0, ""]);
    expect(eventsIn(got.map(({ body }) => body).join(""))).toEqual(events.store.stream("auditevents").events);
    expect(got[0]?.body).toMatch(/^\{"stream":"auditevents",/);
    expect(got[0]?.headers.get("authorization")).toBe("Bearer hidden-value");
    expect(said).not.toContain("hidden-value");
  });

  it("sends the headers of the environment, of which the token is a part", async () => {
    const { env, fetch, got } = collector();
    const headers = { KEYWRIGHT_TAIL_HTTP_HEADERS: "dd-api-key=hidden%20value,x-log-type=Audit", KEYWRIGHT_TAIL_HTTP_TOKEN: "other" };
    const { code, said } = await tail(TO, { env: { ...env, ...headers }, fetch });
    expect([code, said.includes("hidden")]).toEqual([0, false]);
    expect(["dd-api-key", "x-log-type", "authorization"].map((name) => got[0]?.headers.get(name))).toEqual(["hidden value", "Audit", "Bearer other"]);
    const refused = await tail(TO, { env: { ...env, KEYWRIGHT_TAIL_HTTP_HEADERS: "hidden value" }, fetch });
    expect(refused).toMatchObject({ code: 2, said: expect.stringContaining("KEYWRIGHT_TAIL_HTTP_HEADERS must be name=value pairs") });
    expect(refused.said).not.toContain("hidden value");
  });

  it("reads the token from a file", async () => {
    const { env, fetch, got } = collector();
    const file = join(await folderForTest(), "token");
    await writeFile(file, "from-a-file\n");
    await tail(TO, { env: { ...env, KEYWRIGHT_TAIL_HTTP_TOKEN_FILE: file }, fetch });
    expect(got[0]?.headers.get("authorization")).toBe("Bearer from-a-file");
    // A header has no line end anyway, but a password would keep it.
    expect(await readSecret({ KEYWRIGHT_TAIL_AUDIT_DATABASE_PASSWORD_FILE: file }, "audit-database", "PASSWORD")).toBe("from-a-file");
  });

  it("repeats a request that fails, and logs each failure", async () => {
    const { env, fetch, got } = collector(503, 503);
    const clock = fakeClock();
    const { code, said } = await clock.finish(tail([...TO, "--log", "json"], { env, fetch, clock }));
    expect(code).toBe(0);
    expect(got.length).toBeGreaterThan(0);
    // Fake time can pass while a request is signed, so that it is late and repeated, too.
    const failures = values(said).filter(({ event, message }) => event === "sink-trouble" && String(message).includes("status 503"));
    expect(failures).toMatchObject([{ level: "warn", stream: "auditevents" }, { level: "warn" }]);
  });

  it.each(["https://search.example.com", "elasticsearch+https://search.example.com/audit"])("names the address of %s if no one responds there", async (to) => {
    const { env, fetch } = services();
    const stopping = new AbortController();
    const send: typeof fetch = async (url, init) => {
      if (url.startsWith("https://search.")) throw new TypeError("fetch failed", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) });
      return fetch(url, init);
    };
    let said = "";
    const stderr = {
      write(text: string): void {
        said += text;
        if (text.includes("writing again")) stopping.abort();
      },
    };
    await tail(["auditevents", "--to", to, "--no-checkpoint", ...SINCE], { env, fetch: send, stderr, signal: stopping.signal });
    expect(said).toContain("auditevents: target got no response from https://search.example.com (ECONNREFUSED): check that the sink's address is ");
    expect(said).not.toMatch(/\burl\b|KEYWRIGHT_EVENTS_URL/);
  });

  it.each([
    ["https://search.example.com", { status: 301 }, "set the sink's address to the final address"],
    ["elasticsearch+https://search.example.com/audit", { status: 301 }, "set the sink's address to the final address"],
    ["elasticsearch+https://search.example.com/audit", { headers: { "content-type": "text/html" } }, "check that the sink's address is the service's own"],
  ])("names the address of %s, and not that of the service, if the response is %j", async (to, response, advice) => {
    const { env, fetch } = services();
    const send: typeof fetch = async (url, init) => (url.startsWith("https://search.") ? new Response("", response) : fetch(url, init));
    const { said } = await tail(["auditevents", "--to", to, "--no-checkpoint", ...SINCE], { env, fetch: send });
    expect(said).toContain(advice);
    expect(said).not.toContain("KEYWRIGHT_EVENTS_URL");
  });

  it.each([
    ["splunk+https://search.example.com", 400, { text: "No data", code: 5 }],
    ["https://search.example.com", 404, {}],
    ["elasticsearch+https://search.example.com/audit", 404, {}],
  ])("has no advice about the service if %s responds with status %d", async (to, status, body) => {
    const { env, fetch } = services();
    const json = { status, headers: { "content-type": "application/json" } };
    const send: typeof fetch = async (url, init) => (url.startsWith("https://search.") ? new Response(JSON.stringify(body), json) : fetch(url, init));
    const given = { env: { ...env, KEYWRIGHT_TAIL_SPLUNK_TOKEN: "a-token" }, fetch: send };
    const { code, said } = await tail(["auditevents", "--to", to, "--no-checkpoint", ...SINCE], given);
    expect([code, said]).toEqual([1, expect.stringContaining(`failed with status ${status}`)]);
    expect(said).toContain("\nThis is a response of the sink, not of the service: ");
    expect(said).not.toMatch(/--since|--reset|KEYWRIGHT_EVENTS_URL/);
  });

  it("makes a dead letter of an event that the target rejects, alone, and ends with exit code 5", async () => {
    const { events, env, fetch: send, got } = collector();
    const file = join(await folderForTest(), "deadLetters");
    const fetch: typeof send = (url, init) => {
      const isBad = url === COLLECTOR && String(init.body).includes("POISON");
      return isBad ? Promise.resolve(new Response("", { status: 400 })) : send(url, init);
    };
    events.appendEvents("auditevents", { uuid: "POISON" });
    const { code, said } = await tail([...TO, "--dead-letter", file], { env, fetch });
    expect([code, said]).toEqual([5, expect.stringContaining(`1 event became a dead letter in ${file}`)]);
    expect(eventsIn(got.map(({ body }) => body).join(""))).toHaveLength(25);
    const [line] = values(await readFile(file, "utf8"));
    expect(line).toMatchObject({ stream: "auditevents", error: "the target rejects the events with status 400" });
    expect(JSON.parse(String(line?.["event"]))).toMatchObject({ uuid: "POISON" });
  });

  it.each([
    ["a password", "https://user:hidden-value@collector.example.com/"],
    ["a user name", "https://hidden-value@collector.example.com/"],
    ["a token", "https://collector.example.com/?access_token=hidden-value"],
    ["a signature", "https://collector.example.com/?sig=hidden-value"],
    ["a password", "postgres://user:hidden-value@db.example.com/audit"],
    ["a password", "postgres://db.example.com/audit?password=hidden-value"],
    ["a password", "nats://user:hidden-value@nats.example.com/audit"],
    ["a user name", "s3://hidden-value@bucket/audit"],
    ["a password", "elasticsearch+https://elastic:hidden-value@search.example.com/audit"],
    ["a user name", "splunk+https://hidden-value@splunk.example.com"],
    ["a key", "otlp+https://collector.example.com/v1/logs?api-key=hidden-value"],
  ])("rejects %s in an address and names the variable", async (_what, address) => {
    const { code, said } = await tail(["auditevents", "--to", address, "--no-checkpoint"], {});
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/which other users of this machine can read: remove it, and set (KEYWRIGHT_TAIL_[A-Z3]+_(TOKEN|PASSWORD)|AWS_ACCESS_KEY_ID and )/),
    ]);
    expect(said).not.toContain("hidden-value");
  });

  it.each(["--token", "--password", "--api-key=hidden-value"])("rejects %s, which would contain a credential", async (option) => {
    const { code, said } = await tail([...TO, option, "hidden-value"], {});
    expect([code, said]).toEqual([2, expect.stringContaining("other users can read a command line. Set the variable of the environment")]);
    expect(said).not.toContain("hidden-value");
  });

  it.each<[string, readonly string[], string]>([
    [
      "an address without a scheme",
      ["--to", "collector.example.com", "--no-checkpoint"],
      "--to must begin with file:, stdout:, postgres://, https://, nats://, s3://, elasticsearch+https://, splunk+https://, otlp+https://; got no scheme",
    ],
    [
      "an address in clear text",
      ["--to", "splunk+http://splunk.example.com", "--no-checkpoint"],
      "--to is splunk+http:// to splunk.example.com, which would send events in clear text: use splunk+https://",
    ],
    [
      "what only looks like an address of this machine",
      ["--to", "nats://127.999.1.1/audit", "--no-checkpoint"],
      "--to is nats:// to 127.999.1.1, which would send events in clear text: use tls://",
    ],
    [
      "a user that cannot be decoded",
      ["--to", "postgres://hidden-value%zz@db.example.com/audit"],
      "--to contains a % that encodes no character: write %25 for",
    ],
    ["an index that cannot be decoded", ["--to", "elasticsearch+https://search.example.com/%ff", "--no-checkpoint"], "--to contains a % that encodes no"],
    ["a subject with a wildcard", ["--to", "nats://127.0.0.1/audit.*", "--no-checkpoint"], "--to must have the form nats://HOST/SUBJECT"],
    ["no index", ["--to", "elasticsearch+https://search.example.com/", "--no-checkpoint"], "must have the form elasticsearch+https://HOST/INDEX"],
    [
      "an endpoint",
      ["--to", "elasticsearch+https://search.example.com/audit/_bulk", "--no-checkpoint"],
      "an index or data stream at its end, not an endpoint such",
    ],
    ["a prefix with a space", ["--to", "s3://bucket/a b", "--no-checkpoint"], "--to must have the form s3://BUCKET/PREFIX"],
    [
      "a parameter that nothing reads",
      ["--to", "splunk+https://splunk.example.com?index=a", "--no-checkpoint"],
      "must have the form splunk+https://HOST, without parameters; the options index, source and sourcetype set",
    ],
    ["an address of nothing", ["--to", "https://", "--no-checkpoint"], "--to must be a whole address"],
    ["two targets", ["--to", "file:a", "--output", "b", "--no-checkpoint"], "use --output FILE or --to ADDRESS, not both"],
    ["a mode of a database", ["--to", "postgres://db.example.com/audit", "--mode", "0600"], "--mode needs --output FILE"],
    ["a table of a file", ["--to", "file:a", "--no-checkpoint", "--table", "a"], "--table needs --to postgres://HOST/DATABASE"],
    ["a table with a semicolon", ["--to", "postgres://db.example.com/audit", "--table", "a;b"], "--table must be a plain name"],
    [
      "a second position",
      ["--to", "postgres://db.example.com/audit", "--checkpoint", "a"],
      "--checkpoint has no use, because Postgres stores the position with the events",
    ],
    ["a cut page in Postgres", ["--to", "postgres://db.example.com/audit", "--max-events", "5"], "--max-events would cut a page"],
    ["a cut page in S3", ["--to", "s3://bucket/audit", "--no-checkpoint", "--max-events", "5"], "--max-events would cut a page, and an object of S3 is a"],
    [
      "both tokens",
      ["--to", COLLECTOR, "--no-checkpoint"],
      "the environment has both KEYWRIGHT_TAIL_HTTP_TOKEN and KEYWRIGHT_TAIL_HTTP_TOKEN_FILE: remove one",
    ],
  ])("%s is exit code 2", async (_what, args, message) => {
    const { env } = services();
    const both = { ...env, KEYWRIGHT_TAIL_HTTP_TOKEN: "hidden-value", KEYWRIGHT_TAIL_HTTP_TOKEN_FILE: "/nowhere" };
    const { code, said } = await tail(["auditevents", ...args], { env: both, fetch: () => Promise.reject(new Error("sent")) });
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
    expect(said).not.toContain("hidden-value");
  });
});

it("a client library that is not installed is an error that names it", async () => {
  const missing = "@keywright/not-installed";
  await expect(loadOptional("an address of S3", missing, () => import(missing))).rejects.toThrow(
    `an address of S3 needs ${missing}, which is not installed: run npm install ${missing} next to @keywright/tail`,
  );
});

describe("--to splunk+https:", () => {
  it.each(["", "/", "/services/collector", "/services/collector/raw"])("sends events with their metadata, by an address that ends with %j", async (path) => {
    const { env, fetch } = services();
    const got: { readonly url: string; readonly body: string }[] = [];
    const send: typeof fetch = async (url, init) => {
      if (!url.startsWith("https://splunk.")) return fetch(url, init);
      got.push({ url, body: String(init.body) });
      return Response.json(url.endsWith("/ack") ? { acks: { 1: true } } : { ackId: 1 });
    };
    const to = ["--to", `splunk+https://splunk.example.com${path}`, "--index", "audit", "--sourcetype", "keywright:{stream}", "--source", "keywright"];
    const { code, said } = await tail(["auditevents", ...to, "--no-checkpoint", ...SINCE], {
      env: { ...env, KEYWRIGHT_TAIL_SPLUNK_TOKEN: "hidden" },
      fetch: send,
    });
    expect(code, said).toBe(0);
    expect(got.map(({ url }) => new URL(url).pathname)).toEqual(["/services/collector/event", "/services/collector/ack"]);
    expect(JSON.parse(got[0]?.body.split("\n")[0] ?? "")).toMatchObject({ index: "audit", sourcetype: "keywright:auditevents", source: "keywright" });
  });
});

describe("a sink that is down", () => {
  async function twoSinks() {
    const folder = await folderForTest();
    const file = join(folder, "tail.json");
    const config = {
      checkpoint: `${folder}/{sink}.position`,
      since: "2020-01-01",
      log: "json",
      sinks: {
        collector: { to: COLLECTOR },
        file: { to: `file:${folder}/events.jsonl` },
      },
      streams: { auditevents: { sinks: ["collector", "file"] } },
    };
    await writeFile(file, JSON.stringify(config));
    return { args: ["--config", file], read: (name: string) => readFile(join(folder, name), "utf8").catch(() => "") };
  }

  it("holds back no other, is started again, and loses nothing", async () => {
    // 401 is no failure that passes: the sink gives up at once.
    const { events, env, fetch, got } = collector(401, 401);
    const clock = fakeClock();
    const { args, read } = await twoSinks();
    const stopping = new AbortController();
    let said = "";
    const ended = tail(args, { env, fetch, clock, signal: stopping.signal, stderr: { write: (text) => void (said += text) } });
    const linesOf = async (): Promise<number> => values(await read("events.jsonl")).length;
    await expect.poll(linesOf).toBe(25);
    expect(got).toHaveLength(0);
    await vi.waitFor(
      async () => {
        await clock.advance(1000);
        expect(got).toHaveLength(1);
      },
      { timeout: PATIENCE_MS },
    );
    expect(values(said).filter(({ event }) => event === "restart")).toMatchObject([
      { level: "error", stream: "auditevents", sink: "collector", error: { status: 401 } },
      { level: "error", stream: "auditevents", sink: "collector" },
    ]);
    expect(eventsIn(got.map(({ body }) => body).join(""))).toEqual(events.store.stream("auditevents").events);
    stopping.abort();
    expect((await ended).code).toBe(0);
  });

  it("waits anew from one second when it fails again after a success", async () => {
    const { events, env, fetch, got } = collector(401, 401, 401, 401, 204, 401);
    const clock = fakeClock();
    const { args, read } = await twoSinks();
    const stopping = new AbortController();
    let said = "";
    const ended = tail(args, { env, fetch, clock, signal: stopping.signal, stderr: { write: (text) => void (said += text) } });
    const waits = () => values(said).flatMap(({ event, delayMs }) => (event === "restart" ? [delayMs] : []));
    const until = (check: () => void) =>
      vi.waitFor(
        async () => {
          await clock.advance(1000);
          check();
        },
        { timeout: PATIENCE_MS },
      );
    await expect.poll(async () => values(await read("events.jsonl")).length).toBe(25);
    await until(() => expect(got).toHaveLength(1));
    events.appendEvents("auditevents", { uuid: "LATER" });
    await until(() => expect(waits()).toHaveLength(5));
    expect(waits()).toEqual([500, 1000, 2000, 4000, 500]);
    stopping.abort();
    expect((await ended).code).toBe(0);
  });

  it("ends the program with --once when the others have ended, with the exit code of its failure", async () => {
    const { env, fetch } = collector(...Array.from({ length: 5 }, () => 401));
    const { args, read } = await twoSinks();
    const { code, said } = await tail([...args, "--once"], { env, fetch });
    expect([code, said]).toEqual([6, expect.stringContaining("401")]);
    expect(values(await read("events.jsonl"))).toHaveLength(25);
  });

  it("ends the program if the other ones have failed too, so that a supervisor restarts it", async () => {
    const { env, fetch } = collector(...Array.from({ length: 50 }, () => 401));
    const clock = fakeClock();
    const { args } = await twoSinks();
    const failing: typeof fetch = (url, init) =>
      url.includes("introspect") || url === COLLECTOR ? fetch(url, init) : Promise.resolve(new Response("", { status: 401 }));
    const { code, said } = await finishWithFiles(clock, tail(args, { env, fetch: failing, clock }));
    expect([code, said]).toEqual([6, expect.stringContaining('"exitCode":6')]);
  });
});
