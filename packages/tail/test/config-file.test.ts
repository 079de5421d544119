import { isDeepStrictEqual } from "node:util";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { configSchema } from "../src/lib/command/config-schema.ts";
import { eventsIn, folderForTest, services, tail, values } from "./support.ts";

type Config = { readonly [name: string]: unknown };

/** Writes a configuration file. Returns how the command begins that uses it. */
async function configured(config: Config): Promise<{ readonly folder: string; readonly args: string[] }> {
  const folder = await folderForTest();
  const file = join(folder, "tail.json");
  await writeFile(file, JSON.stringify(config).replaceAll("FOLDER", folder));
  return { folder, args: ["--config", file] };
}

const GOOD = {
  checkpoint: "FOLDER/{stream}.{sink}.position",
  since: "2020-01-01",
  sinks: { first: { to: "file:FOLDER/{stream}.jsonl" }, second: { to: "file:FOLDER/all.jsonl", mode: "0640" } },
  streams: { auditevents: { sinks: ["first", "second"] }, auditlog: { sinks: ["second"], since: "2021-01-01" } },
};

describe("--config", () => {
  it("sends several streams to several sinks, each pair with a position of its own", async () => {
    const { events, env, fetch } = services();
    const { folder, args } = await configured(GOOD);
    expect(await tail([...args, "--once"], { env, fetch })).toMatchObject({ code: 0, printed: "" });
    const read = (name: string): Promise<string> => readFile(join(folder, name), "utf8");
    expect(eventsIn(await read("auditevents.jsonl"))).toEqual(events.store.stream("auditevents").events);
    const all = values(await read("all.jsonl"));
    expect(all.filter(({ stream }) => stream === "auditevents")).toHaveLength(25);
    expect(all.filter(({ stream }) => stream === "auditlog")).toHaveLength(25);
    for (const pair of ["auditevents.first", "auditevents.second", "auditlog.second"]) expect(await read(`${pair}.position`)).toContain('"version":2');
    expect((await tail([...args, "--once"], { env, fetch })).code).toBe(0);
    expect(values(await read("all.jsonl"))).toHaveLength(50);
  });

  it("follows only the streams that arguments name", async () => {
    const { env, fetch, requests } = services();
    const { args } = await configured(GOOD);
    expect((await tail(["auditlog", ...args, "--once"], { env, fetch })).code).toBe(0);
    expect(new Set(requests)).toEqual(new Set(["/api/audit/v1/logs"]));
  });

  it("names the sink in the log", async () => {
    const { env, fetch } = services();
    const { args } = await configured({ ...GOOD, log: "json" });
    const { said } = await tail([...args, "--once"], { env, fetch });
    expect(values(said)).toContainEqual(expect.objectContaining({ stream: "auditevents", sink: "second", event: "idle", written: 25 }));
  });

  it("begins again at --since with --reset", async () => {
    const { env, fetch } = services();
    const { folder, args } = await configured(GOOD);
    await tail([...args, "--once"], { env, fetch });
    await tail(["auditlog", ...args, "--once", "--reset", "--since", "2020-01-01"], { env, fetch });
    expect(values(await readFile(join(folder, "all.jsonl"), "utf8"))).toHaveLength(75);
  });

  it.each<[string, Config, string]>([
    ["a misspelled option", { ...GOOD, intervall: 5 }, "intervall is not a name in the configuration file; did you mean interval?"],
    [
      "an option of a sink in a stream",
      { ...GOOD, streams: { auditlog: { sinks: ["first"], mode: "0600" } } },
      "mode is not a name in streams.auditlog; its options are sinks, ",
    ],
    ["a stream that is none", { ...GOOD, streams: { auditevent: { sinks: ["first"] } } }, "auditevent is not a name in streams; did you mean auditevents?"],
    ["a sink that is none", { ...GOOD, streams: { auditlog: { sinks: ["frist"] } } }, "frist is not a name in streams.auditlog.sinks; did you mean first?"],
    ["an interval of another type", { ...GOOD, interval: true }, "interval must be a number or a string; got a boolean"],
    [
      "an interval of 0",
      { ...GOOD, streams: { auditlog: { sinks: ["first"], interval: 0 } } },
      "streams.auditlog.interval takes seconds from 1 to 86400, or a duration such as 90s, 15m, 24h, 7d or 2w; got 0",
    ],
    ["no streams", { ...GOOD, streams: {} }, "streams must name at least one of auditevents, "],
    ["no sinks", { ...GOOD, sinks: undefined }, "sinks must be an object; got nothing"],
    [
      "a sink without an address",
      { ...GOOD, sinks: { ...GOOD.sinks, first: {} } },
      "sinks.first.to is missing: expected an address, such as file:events.jsonl",
    ],
    ["a sink with a bad name", { ...GOOD, sinks: { ...GOOD.sinks, A_B: { to: "stdout:" } } }, "sinks.A_B must have a name of small letters"],
    ["no checkpoint", { ...GOOD, checkpoint: undefined }, "checkpoint is missing: expected the name of a file, or an address of Postgres"],
    ["one checkpoint for two sinks", { ...GOOD, checkpoint: "{stream}" }, "with several sinks, checkpoint must contain {sink}; got {stream}"],
    [
      "two sinks with one file",
      { ...GOOD, sinks: { first: { to: "file:a" }, second: { to: "file:./a" } } },
      "the sinks first and second both write a: use one sink",
    ],
    [
      "a password in an address",
      { ...GOOD, sinks: { first: { to: "postgres://user:hidden-value@db.example.com/audit" }, second: { to: "stdout:" } } },
      "sinks.first.to contains a password, which other users of this machine can read: remove it, and set KEYWRIGHT_TAIL_FIRST_PASSWORD or PGPASSWORD",
    ],
    [
      "an address that is public",
      { ...GOOD, listen: "0.0.0.0:9464" },
      "listen 0.0.0.0:9464 can be reached by other machines: use 127.0.0.1, or set listen-public",
    ],
  ])("with %s is exit code 2", async (_what, config, message) => {
    const { env, fetch } = services();
    const { args } = await configured(config);
    const { code, said } = await tail(args, { env, fetch: () => Promise.reject(new Error("sent")) });
    expect([code, said]).toEqual([2, expect.stringContaining(message)]);
    expect(said).not.toContain("hidden-value");
    expect(await tail([...args, "--check-config"], { env, fetch })).toMatchObject({ code: 2, printed: "", said: expect.stringContaining(message) });
  });

  it("that is no JSON shows a place, and not its text", async () => {
    const file = join(await folderForTest(), "tail.json");
    await writeFile(file, '{ "sinks": hidden-value }');
    const { code, said } = await tail(["--config", file], {});
    expect([code, said]).toEqual([
      2,
      expect.stringMatching(/^keywright-tail: the configuration file must be JSON; got "h" after ":" in line 1, column 12: correct it\n/),
    ]);
    expect(said).not.toContain("hid");
  });

  it("cannot be used with arguments that name another sink", async () => {
    const { args } = await configured(GOOD);
    expect(await tail([...args, "--output", "a"], {})).toMatchObject({ code: 2, said: expect.stringContaining("--output cannot be used with --config") });
  });
});

describe("--check-config", () => {
  it("prints what would be done, and sends nothing", async () => {
    const { env } = services();
    const { folder, args } = await configured({
      ...GOOD,
      sinks: { first: { to: "postgres://db.example.com/audit" }, second: { to: "https://collector.example.com/events" } },
    });
    const ended = await tail([...args, "--check-config"], { env, fetch: () => Promise.reject(new Error("sent")) });
    expect(ended).toEqual({
      code: 0,
      said: "",
      printed: [
        "auditevents to first: postgres://db.example.com/audit, position in the same database, begins at 2020-01-01T00:00:00.000Z without a position\n",
        `auditevents to second: https://collector.example.com/events, position in ${folder}/auditevents.second.position, begins at 2020-01-01T00:00:00.000Z without a position\n`,
        `auditlog to second: https://collector.example.com/events, position in ${folder}/auditlog.second.position, begins at 2021-01-01T00:00:00.000Z without a position\n`,
      ].join(""),
    });
  });

  it("prints every mistake", async () => {
    const { args } = await configured({ ...GOOD, intervall: 5, interval: 0, sinks: { first: { to: "ftp://a" }, second: { to: "file:" } } });
    const { code, said } = await tail([...args, "--check-config"], { env: {} });
    expect(code).toBe(2);
    for (const mistake of [
      "intervall is not a name in",
      "interval takes seconds",
      "sinks.first.to must begin with file:, stdout:, postgres://, https://, nats://, s3://, elasticsearch+https://, splunk+https://, otlp+https://; got ftp:",
      "sinks.second.to must have a path after file:",
      "the environment lacks KEYWRIGHT_EVENTS_URL",
    ])
      expect(said).toContain(`keywright-tail: ${mistake}`);
  });

  it("works with arguments, too", async () => {
    const { env } = services();
    const ended = await tail(["auditevents", "--no-checkpoint", "--check-config"], { env });
    expect(ended).toEqual({ code: 0, said: "", printed: "auditevents: standard output, no position, begins now\n" });
  });
});

describe("the schema of the configuration file", async () => {
  const file = await readFile(new URL("../config.schema.json", import.meta.url), "utf8");
  const published = JSON.parse(file) as object;
  const isValid = new Ajv({ strict: true, allowUnionTypes: true }).compile(published);

  it("is the one of the table of options; `npx vitest run config-file --update` and `npx pnpm format` write it", async () => {
    const text = JSON.stringify(configSchema(), null, 2);
    await expect(isDeepStrictEqual(published, JSON.parse(text)) ? file : text).toMatchFileSnapshot("../config.schema.json");
  });

  it("accepts what the command accepts, and rejects what it rejects", async () => {
    const { env } = services();
    const one = (options: Config, sink: Config = {}): Config => ({ ...GOOD, ...options, sinks: { ...GOOD.sinks, ...sink } });
    const bad = [
      one({ intervall: 5 }),
      one({ interval: 0 }),
      one({ interval: "soon" }),
      one({ "give-up-after": 0 }),
      one({ "page-size": 1.5 }),
      one({ "page-size": 1001 }),
      one({ "give-up-after": "1y" }),
      one({ "max-page-bytes": "1G" }),
      one({ quiet: "yes" }),
      one({ log: "xml" }),
      one({}, { first: { to: "file:a", mode: "0400" } }),
      one({}, { first: { to: "postgres://db.example.com/audit", table: "a;b" } }),
      one({}, { "Bad Name": { to: "file:a" } }),
      one({ streams: {} }),
      one({ streams: { auditlog: {} } }),
      one({ to: "file:a" }),
      one({ once: true }),
    ];
    const good = [
      one({}),
      one({ $schema: "./config.schema.json", interval: 1.5, "page-size": 1000, "give-up-after": "30m", "max-page-bytes": "64M", quiet: true, log: "json" }),
      one({ interval: "90s", "give-up-after": 2 }),
      one({ listen: "127.0.0.1:9464", "stand-by": true, "dead-letter": "FOLDER/{stream}.bad" }),
      one({}, { third: { to: "postgres://db.example.com/audit", table: "audit.events" } }),
    ];
    for (const [configs, works] of [
      [bad, false],
      [good, true],
    ] as const)
      for (const config of configs) {
        const { args } = await configured(config);
        const { code } = await tail([...args, "--check-config"], { env });
        expect([isValid(JSON.parse(JSON.stringify(config))), code], JSON.stringify(config)).toEqual([works, works ? 0 : 2]);
      }
  });
});
