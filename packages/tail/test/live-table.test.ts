import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { createJobState } from "../src/lib/report/job-state.ts";
import { createTable } from "../src/lib/report/live-table.ts";
import { createLog } from "../src/lib/report/log.ts";
import type { Job } from "../src/lib/settings/settings.ts";
import { finishWithFiles, folderForTest, services, SINCE, tail, values } from "./support.ts";
import { createTerminal } from "./terminal.ts";

const WALL_NOW = Date.parse("2026-03-02T08:00:00Z");
const ARGS = ["auditevents", "--no-checkpoint", ...SINCE];

/** Runs the command on a terminal, in fake time. */
async function onTerminal(args: readonly string[], { env = {}, columns = 300, rows = 24, stdoutIsTTY = false, failures = 0 } = {}) {
  const own = services();
  if (failures > 0) own.events.inject({ operationId: "listAuditEvents", times: failures, response: { status: 503, body: { status: 503, message: "down" } } });
  const terminal = createTerminal({ columns, rows });
  const clock = fakeClock({ wallNow: WALL_NOW });
  let said = "";
  const bottoms: string[] = [];
  const stderr = {
    ...terminal,
    write(text: string) {
      terminal.write(text);
      said += text;
      bottoms.push(terminal.lines().at(-1) ?? "");
    },
  };
  const stdout = { isTTY: stdoutIsTTY, write: (_text: string, written: () => void) => written() };
  const { code } = await finishWithFiles(clock, tail(args, { env: { ...own.env, ...env }, fetch: own.fetch, clock, stderr, stdout }));
  return { code, lines: terminal.lines(), said, bottoms };
}

/** A configuration file with several streams into several files. */
async function configured(): Promise<string[]> {
  const folder = await folderForTest();
  const sinks = { first: { to: `file:${folder}/first` }, second: { to: `file:${folder}/second` } };
  const streams = { auditevents: { sinks: ["first", "second"] }, auditlog: { sinks: ["second"] } };
  await writeFile(join(folder, "tail.json"), JSON.stringify({ checkpoint: `${folder}/{stream}.{sink}`, since: "2020-01-01", sinks, streams }));
  return ["--config", join(folder, "tail.json"), "--once"];
}

describe("the table on a terminal", () => {
  it("has a row for each stream and sink, and is drawn in place of the last one", async () => {
    const { lines } = await onTerminal(await configured());
    expect(lines).toEqual([
      "STREAM       SINK    EVENTS  PER SECOND  LAG  LAST SUCCESS  FAILURES  NOW",
      "auditevents  first       25         0.0  0 s  08:00:00Z            0  stopped",
      "auditevents  second      25         0.0  0 s  08:00:00Z            0  stopped",
      "auditlog     second      25         0.0  0 s  08:00:00Z            0  stopped",
    ]);
  });

  it("stays below the log, and counts failures", async () => {
    const { lines, bottoms } = await onTerminal(ARGS, { failures: 6, env: { KEYWRIGHT_LOG: "info" } });
    const [header = "", row = "", ...more] = lines.slice(-2);
    expect(more).toEqual([]);
    expect(header).toMatch(/^STREAM +SINK +EVENTS/);
    expect(row).toMatch(/^auditevents +stdout +25 .* 2  stopped$/);
    const log = lines.slice(0, -2);
    expect(log.filter((line) => line.includes("failed with status 503: down, retrying in"))).toHaveLength(2);
    expect(log.filter((line) => line.includes("keywright-tail: keywright listAuditEvents: 200"))).not.toHaveLength(0);
    for (const line of log) expect(line).toMatch(/^2026-03-02T08:00/);
    const first = bottoms.findIndex((line) => line.startsWith("auditevents"));
    for (const bottom of bottoms.slice(first)) expect(bottom).toMatch(/^auditevents +stdout/);
  });

  it("is drawn whole after a key that the terminal echoes, such as ^C", () => {
    const terminal = createTerminal();
    const log = createLog("text", terminal, fakeClock({ wallNow: WALL_NOW }));
    log.draw(["STREAM", "auditevents"]);
    terminal.write("^C");
    log.draw(["STREAM", "auditlog"]);
    expect(terminal.lines()).toEqual(["STREAM", "auditlog"]);
  });

  it("has the events a second", async () => {
    const clock = { at: 0, now: () => clock.at };
    const state = createJobState({ stream: "auditevents", sink: { address: { kind: "stdout" } } } as Job);
    const table = createTable([state], clock);
    const shown = (): string | undefined => table()[1]?.split(/ {2,}/)[3];
    const rates = [shown()];
    for (const [at, written] of [
      [500, 100],
      [2000, 250],
      [4000, 255],
    ] as const) {
      clock.at = at;
      state.written = written;
      rates.push(shown());
    }
    expect(rates).toEqual(["0.0", "0.0", "125", "2.5"]);
  });

  it.each([
    ["a narrow screen", { columns: 40, rows: 24 }, 4],
    ["a screen of three rows", { columns: 300, rows: 3 }, 2],
  ])("fits %s", async (_what, screen, drawn) => {
    const { lines } = await onTerminal(await configured(), screen);
    expect(lines).toHaveLength(drawn);
    for (const line of lines) expect(line.length).toBeLessThan(screen.columns);
  });

  it("uses 80 columns of a terminal that reports 0", async () => {
    const wide = createTerminal({ columns: 80 });
    const { env, fetch } = services();
    await tail(ARGS, { env, fetch, stderr: { ...wide, columns: 0, rows: 0 } });
    expect(wide.lines()[1]?.slice(0, 30)).toMatch(/^auditevents {2}stdout +25 /);
  });

  it("has the error that ends the command below it", async () => {
    const { env, fetch } = services();
    const terminal = createTerminal({ columns: 300 });
    const send: typeof fetch = (url, init) => (url.includes("introspect") ? fetch(url, init) : Promise.resolve(new Response("", { status: 404 })));
    expect(await tail(ARGS, { env, fetch: send, stderr: terminal })).toMatchObject({ code: 1 });
    expect(terminal.lines().at(-1)).toContain("failed with status 404");
  });

  it.each([
    ["a terminal that cannot move its cursor", ARGS, { env: { TERM: "dumb" } }],
    ["events on the same terminal", ARGS, { stdoutIsTTY: true }],
  ])("is lines with %s", async (_what, args, context) => {
    const { said } = await onTerminal(args, context);
    expect(said).not.toContain("\u001B");
    expect(said).toMatch(/auditevents: 25 events, stopped, lag 0 s\n$/);
  });

  it("has no colors, and is absent with --quiet and --log json", async () => {
    // The terminal of the test knows no code for colors.
    expect((await onTerminal(ARGS, { env: { NO_COLOR: "1" } })).lines).toHaveLength(2);
    expect((await onTerminal([...ARGS, "--quiet"])).said).toBe("");
    const { said } = await onTerminal([...ARGS, "--log", "json"]);
    expect(values(said).map(({ event }) => event)).toEqual(["started", "idle", "stopped"]);
  });
});
