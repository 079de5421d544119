import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readArguments } from "../src/lib/command/arguments.ts";
import { accountOf, fillTemplate, readFleetFile } from "../src/lib/command/fleet-file.ts";
import { createFleetReport } from "../src/lib/fleet/report.ts";
import { createReferences } from "../src/lib/fleet/references.ts";
import { createLog } from "../src/lib/report/log.ts";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { folderForTest, tail } from "./support.ts";

const YAML = `
accounts: [acme, { account: globex, region: eu }]
streams: [auditevents, auditlog]
since: 30d
events: { url: "https://events.example.com", token: "op://Tenants/{account}/events-token" }
management: { url: "https://{region}.example.com", token: "file:/run/secrets/{account}" }
`;

describe("the file of a fleet", () => {
  it("is YAML or JSON", () => {
    const file = readFleetFile(YAML);
    expect(file).toMatchObject({
      streams: ["auditevents", "auditlog"],
      services: { events: { token: "op://Tenants/{account}/events-token" }, management: { url: "https://{region}.example.com" } },
      accounts: [
        { name: "acme", values: { account: "acme" } },
        { name: "globex", values: { account: "globex", region: "eu" } },
      ],
    });
    expect(readFleetFile(JSON.stringify(file.root))).toEqual(file);
  });

  it("has accounts from a query", () => {
    expect(readFleetFile(YAML.replace(/accounts: .*/, "accounts: { query: SELECT name AS account FROM tenants }")).accounts).toEqual({
      query: "SELECT name AS account FROM tenants",
    });
  });

  it.each([
    ["accounts: [a,\nstreams: {]", 'the configuration file must be YAML or JSON; got "s" after "," in line 2, column 1: correct it'],
    ["- acme", "the configuration file must be an object with accounts and streams; got a list"],
    [YAML.replace("auditlog]", "auditlogs]"), "streams must be of auditevents, itemusages, signinattempts, auditlog; got auditlogs"],
    [YAML.replace("op://Tenants/{account}/events-token", "s3cr3t"), "events.token must be a reference: op://VAULT/ITEM/FIELD, file:PATH or env:NAME"],
    [YAML.replace("acme,", "globex,"), "accounts has globex twice"],
    [YAML.replace("acme,", "007,"), "accounts must have texts, in quotes if they are like numbers; got a number in account"],
    [YAML.replace("region: eu", "region: 1e3"), "got a number in region"],
    [YAML.replace("op://Tenants/{account}/events-token", "env:TOKEN"), "events has the same url and token for all accounts: add a placeholder"],
    [YAML.replace("region: eu", "region: *s3cr3t"), "the configuration file has an alias without its anchor"],
    [YAML.replace("acme,", "'',"), "each account must have a name in account"],
    [YAML.replace(/accounts: .*/, "accounts: 7"), "accounts must be a list; got a number"],
    [YAML.replace(/management: .*/, ""), "management must be an object; got nothing"],
  ])("says what is wrong, without a value that can be a credential: %#", (text, expected) => {
    expect(() => readFleetFile(text)).toThrow(expected);
    expect(() => readFleetFile(text)).not.toThrow("s3cr3t");
  });

  it("has placeholders for the columns of an account, escaped for the place that they are in", () => {
    const account = accountOf({ account: "a/b", region: "eu" });
    expect(fillTemplate("https://{region}.example.com", account)).toBe("https://eu.example.com");
    expect(fillTemplate("op://Tenants/{account}/token", account)).toBe("op://Tenants/a%2Fb/token");
    expect(() => fillTemplate("file:/run/secrets/{account}", account)).toThrow("{account} of the account a/b must be no path");
    expect(() => fillTemplate("{other}", account)).toThrow("the account a/b has no value for {other}");
    expect(() => fillTemplate("{constructor}", account)).toThrow("has no value for {constructor}");
    expect(() => fillTemplate("{region}", accountOf({ account: "acme", region: null }))).toThrow("has no value for {region}");
  });
});

describe("references", () => {
  it("are read from the environment and from files", async () => {
    const folder = mkdtempSync(join(tmpdir(), "keywright-references-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "acme"), "token-of-acme\n");
    const references = createReferences({ TOKEN: "token-of-env" }, { fetch: () => Promise.reject(new Error("unused")) }, fakeClock());
    expect(await references.read(`file:${folder}/acme`)).toBe("token-of-acme");
    expect(await references.read("env:TOKEN")).toBe("token-of-env");
    expect(await references.read("https://events.example.com")).toBe("https://events.example.com");
    await expect(references.read("env:OTHER")).rejects.toThrow("the environment lacks OTHER");
    await expect(references.read(`file:${folder}/globex`)).rejects.toThrow("cannot be read (ENOENT)");
  });
});

describe("the arguments of a fleet", () => {
  const read = (...args: readonly string[]) => readArguments(args, Date.UTC(2026, 2, 2));
  const DATABASE = ["--database", "postgres://db.example.com/events"];

  it("name a worker's file and its database", () => {
    const folder = mkdtempSync(join(tmpdir(), "keywright-fleet-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = join(folder, "fleet.yaml");
    writeFileSync(config, `${YAML}\npage-size: 1000\ntable: tenants.events\n`);
    const command = read("worker", "--config", config, ...DATABASE);
    expect(command).toMatchObject({
      does: "worker",
      config,
      settings: {
        jobs: [{ stream: "auditevents", pageSize: 1000, since: "2026-01-31T00:00:00.000Z", sink: { table: "tenants.events" } }, { stream: "auditlog" }],
      },
    });
    expect(() => read("worker", "--config", config, ...DATABASE, "--checkpoint", "a")).toThrow("--checkpoint has no use with worker: remove it");
    if (command.does !== "worker") throw new Error("it is no worker");
    // New streams begin before the time when they are new, and not before the start of the worker.
    expect(command.sinceAt?.(Date.UTC(2027, 0, 31))).toBe("2027-01-01T00:00:00.000Z");
    writeFileSync(config, `${YAML}\nstand-by: true\n`);
    expect(() => read("worker", "--config", config, ...DATABASE)).toThrow("stand-by has no use in the file of a fleet: remove it");
  });

  it("are checked with the references of this machine", async () => {
    const folder = await folderForTest();
    const config = join(folder, "fleet.yaml");
    writeFileSync(config, YAML.replace("op://Tenants/{account}/events-token", "env:TOKEN_{account}").replaceAll("/run/secrets", folder));
    writeFileSync(join(folder, "globex"), "token-of-globex");
    const { code, said, printed } = await tail(["worker", "--config", config, ...DATABASE, "--check-config"], { env: { TOKEN_acme: "token-of-acme" } });
    expect([code, said]).toEqual([
      2,
      ["the account acme has no value for {region}", `the file ${folder}/acme cannot be read (ENOENT)`, "the environment lacks TOKEN_globex", ""]
        .map((mistake) => (mistake === "" ? "" : `keywright-tail: ${mistake}`))
        .join("\n"),
    ]);
    expect(printed).toContain("auditevents: postgres://db.example.com/events, position in the same database, begins at ");
  });

  it("name the account of an audit", () => {
    const folder = mkdtempSync(join(tmpdir(), "keywright-fleet-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = join(folder, "fleet.yaml");
    writeFileSync(config, `${YAML}\ndead-letter: 'bad/{account}'\n`);
    const audit = ["audit", "--config", config, ...DATABASE, "--since", "1d"];
    expect(read(...audit, "--account", "a/b", "auditlog", "--repair")).toMatchObject({
      does: "audit",
      repair: true,
      config,
      settings: { jobs: [{ stream: "auditlog", account: "a/b", deadLetter: "bad/a_b", since: "2026-03-01T00:00:00.000Z" }] },
    });
    expect(() => read(...audit)).toThrow("audit of a fleet needs --account NAME");
    expect(() => read(...audit, "--account", "acme", "--listen", "127.0.0.1:1")).toThrow("--listen has no use with audit: remove it");
    expect(() => read(...audit, "--account", "acme", "itemusages")).toThrow("audit reads the streams of its file, auditevents, auditlog; got itemusages");
  });

  it.each([
    [["worker", ...DATABASE], "worker needs --config FILE, with accounts and streams"],
    [["worker", "--config", "fleet.yaml"], "worker needs --database postgres://HOST/DATABASE"],
    [["audit", ...DATABASE, "--since", "1d"], "audit needs --config FILE, with accounts and streams"],
    [["fleet", "status", "--database", "https://example.com"], "fleet needs --database postgres://HOST/DATABASE"],
    [["fleet", ...DATABASE], "fleet takes status, pause, resume, retry, reset; got nothing"],
    [["fleet", "status", ...DATABASE, "--create-tables"], "--create-tables has no use with fleet status: remove it"],
    [["fleet", "status", ...DATABASE, "--proxy", "http://proxy:3128"], "--proxy has no use with fleet status: remove it"],
    [["fleet", "status", ...DATABASE, "--check-config"], "--check-config has no use with fleet status: remove it"],
    [["fleet", "retry", ...DATABASE, "--since", "1d"], "--since has no use with fleet retry: remove it"],
    [["fleet", "pause", ...DATABASE], "fleet pause takes an account, or an account and a stream"],
    [["fleet", "reset", "acme", "auditevents", ...DATABASE], "fleet reset takes ACCOUNT STREAM --since TIME"],
    [["fleet", "retry", "acme", "auditevents", "globex", ...DATABASE], "fleet retry takes an account and a stream; got also globex"],
  ])("that are wrong are explained: %#", (args, expected) => {
    expect(() => read(...args)).toThrow(expected);
  });
});

it("the metrics of a worker have a series for at most 50 failing accounts, and one for all others", () => {
  const clock = fakeClock();
  const lines: string[] = [];
  const report = createFleetReport(clock, createLog("text", { write: (text) => void lines.push(text) }, clock), { quiet: true }, "1.2.3");
  for (let index = 0; index < 80; index += 1)
    report.record({
      type: "failed",
      turn: { account: `account ${index}`, stream: "auditevents", target: "keywright_events", failures: 0 },
      events: 0,
      error: new Error("no"),
      rejected: false,
      delayMs: 1000,
    });
  const failures = report.metrics().match(/^keywright_tail_fleet_failures_total\{.*$/gm) ?? [];
  expect(failures).toHaveLength(51);
  expect(failures.at(-1)).toBe('keywright_tail_fleet_failures_total{account="others",stream="auditevents",code="failed"} 30');
  expect(lines[0]).toContain("account 0: no, retrying in 1 s");
  expect(report.readiness()).toMatchObject({ ready: false });
});
