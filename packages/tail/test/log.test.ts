import { join } from "node:path";
import { fileCheckpoint } from "@keywright/core/node";
import type { FaultResponse } from "@keywright/emulator";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { fakeClock } from "../../core/test/fake-clock.ts";
import { folderForTest, services, tail, values } from "./support.ts";

const ARGS = ["auditevents", "--no-checkpoint", "--since", "2020-01-01T00:00:00Z", "--once"];
// The client sends a read three times; what still fails is the feed's matter.
const ATTEMPTS = 3;
const TRACE = { traceId: "0af7651916cd43dd" };

/** Runs the command on a service that fails in the middle of a stream, in a time that goes by at once. */
async function throughTrouble(response: FaultResponse, ...more: readonly string[]) {
  const { events, env, fetch } = services();
  const clock = fakeClock();
  events.inject({ operationId: "listAuditEvents", times: ATTEMPTS, response });
  return clock.finish(tail([...ARGS, ...more], { env, fetch, clock }));
}

const NO_EVENTS = { read: 0, filtered: 0, written: 0, repeated: 0, deadLetterEvents: 0, deadLetterPages: 0, notCommitted: 0 };

describe("the log", () => {
  it("has the time of day, status, message and trace id of what a service fails with", async () => {
    const { code, said } = await throughTrouble({ status: 503, body: { status: 503, message: "down for a while", ...TRACE } });
    expect(code).toBe(0);
    expect(said.split("\n").slice(0, 3)).toEqual([
      "2026-03-02T08:00:00.000Z auditevents: 0 events, starting at the requested time",
      expect.stringMatching(
        /^2026-03-02T08:00:0\d\.\d{3}Z auditevents: listAuditEvents failed with status 503: down for a while \(trace id 0af7651916cd43dd\), retrying in 1 s$/,
      ),
      expect.stringMatching(/^2026-03-02T08:00:0\d\.\d{3}Z auditevents: 25 events, caught up, lag 0 s$/),
    ]);
  });

  it("says once which folders are new, because a path can be mistyped", async () => {
    const { env, fetch } = services();
    const folder = await folderForTest();
    const [position, output] = [join(folder, "positions/{stream}"), join(folder, "events/{stream}.jsonl")];
    const args = ["auditevents", "--checkpoint", position, "--output", output, "--since", "2020-01-01T00:00:00Z", "--once", "--log", "json"];
    const first = await tail(args, { env, fetch });
    const created = (name: string): object => ({ level: "info", message: `creates the folder ${join(folder, name)}, which did not exist` });
    expect(values(first.said).filter(({ event }) => event === "folder")).toMatchObject([created("events"), created("positions")]);
    const second = await tail(args, { env, fetch });
    expect([second.code, second.said.includes('"folder"')]).toEqual([0, false]);
  });

  it("has the reason of a connection that fails", async () => {
    const { said } = await throughTrouble("drop");
    expect(said).toMatch(/Z auditevents: listAuditEvents .*, retrying in 1 s\n/);
  });

  it("does not know how far behind a stream is while its service fails", async () => {
    const { events, env, fetch } = services();
    const clock = fakeClock();
    const stopping = new AbortController();
    let said = "";
    const stderr = { write: (text: string) => void (said += text) };
    const following = tail(ARGS.slice(0, -1), { env, fetch, clock, stderr, signal: stopping.signal });
    await clock.advance(1000);
    expect(said).toContain("caught up, lag 0 s\n");
    events.inject({ operationId: "listAuditEvents", times: "always", response: { status: 500 } });
    await clock.advance(60_000);
    stopping.abort();
    await clock.finish(following);
    expect(said).toMatch(/auditevents: 25 events, stopped\n$/);
  });

  it("escapes what would move a cursor or begin a line, in both formats", async () => {
    const message = "\u001B[2J\u009B2J\rgone\n2026 auditevents: forged\u202E";
    const shown = "\\u001b[2J\\u009b2J\\u000dgone\\u000a2026 auditevents: forged\\u202e";
    const response = { status: 503, body: { status: 503, message } };
    const text = (await throughTrouble(response)).said;
    expect(text).toContain(`with status 503: ${shown}, retrying`);
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
    const json = (await throughTrouble(response, "--log", "json")).said;
    expect(json).not.toMatch(/[^\P{Cc}\n]|\u202E/u);
    expect(values(json)[1]).toMatchObject({ error: { message: `listAuditEvents failed with status 503: ${shown}` } });
  });

  it("escapes what was typed wrongly as well", async () => {
    const { said } = await tail(["auditevents", "--no-checkpoint", "--since", "\u001B[2J"], {});
    expect(said).toContain("got \\u001b[2J\n");
    expect(said).not.toMatch(/[^\P{Cc}\n]/u);
  });
});

describe("--log json", () => {
  it("is an object in each line: time, level, stream and event, and the error as it is", async () => {
    const { said } = await throughTrouble({ status: 503, body: { status: 503, message: "down for a while", ...TRACE } }, "--log", "json");
    const [started, trouble, idle, stopped, ...rest] = values(said);
    expect(rest).toEqual([]);
    expect(started).toEqual({
      time: "2026-03-02T08:00:00.000Z",
      level: "info",
      stream: "auditevents",
      event: "started",
      message: "0 events, starting at the requested time",
      ...NO_EVENTS,
    });
    const message = "listAuditEvents failed with status 503: down for a while";
    expect(trouble).toEqual({
      time: expect.stringMatching(/^2026-03-02T08:00:0\d/),
      level: "warn",
      stream: "auditevents",
      event: "trouble",
      message: `${message} (trace id ${TRACE.traceId}), retrying in 1 s`,
      delayMs: 500,
      error: { code: "api-error", status: 503, message, ...TRACE },
    });
    expect(idle).toMatchObject({ level: "info", event: "idle", read: 25, written: 25, lagMs: 0 });
    expect(stopped).toMatchObject({ level: "info", event: "stopped", read: 25, written: 25, lagMs: 0 });
  });

  it("has the error that ends the command, its stream, exit code and advice, also with --quiet", async () => {
    const { env, fetch } = services();
    const checkpoint = join(await folderForTest(), "position");
    const owned = await fileCheckpoint(checkpoint).acquire("listAuditEvents");
    const args = ["auditevents", "--checkpoint", checkpoint, "--once", "--quiet", "--log=json"];
    const { code, said } = await tail(args, { env, fetch });
    await owned.release();
    expect(code).toBe(3);
    const message = `the checkpoint ${checkpoint} is in use by another process: stop that one first`;
    expect(values(said)).toEqual([
      {
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        level: "error",
        stream: "auditevents",
        event: "failed",
        message,
        advice: "Use --stand-by to wait until the other process ends, and take over",
        exitCode: 3,
        error: { code: "checkpoint-owned", message },
      },
    ]);
  });

  it.each([
    [["auditevents", "--log", "json"], "use --checkpoint FILE, or --no-checkpoint to store no position"],
    [["--nonsense", "--log", "json", "auditevents"], expect.stringContaining("--nonsense is not an option of keywright-tail")],
    [["auditevents", "--no-checkpoint", "--log", "json"], expect.stringContaining("the environment lacks ")],
  ])("has the arguments or the environment that are not understood: %s", async (args, message) => {
    const { code, said } = await tail(args, {});
    expect(code).toBe(2);
    expect(values(said)).toEqual([
      expect.objectContaining({
        level: "error",
        event: "refused",
        message,
        advice: "Try keywright-tail --help",
        exitCode: 2,
        error: expect.objectContaining({ message }),
      }),
    ]);
  });
});

describe("KEYWRIGHT_LOG", () => {
  /** Everything that reaches standard error, by the command's own log or past it. */
  async function saidWith(level: string, args: readonly string[]) {
    const { env, fetch } = services();
    let said = "";
    const write = vi.spyOn(process.stderr, "write").mockImplementation((text) => (said += String(text)) !== "");
    onTestFinished(() => write.mockRestore());
    const stderr = { write: (text: string) => void (said += text) };
    const { code } = await tail([...ARGS, ...args], { env: { ...env, KEYWRIGHT_LOG: level }, fetch, stderr });
    expect(code).toBe(0);
    return said;
  }

  it("has requests in the format of the log", async () => {
    const requests = values(await saidWith("debug", ["--log", "json"])).filter(({ event }) => event === "request");
    expect(requests).toContainEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      level: "info",
      event: "request",
      message: expect.stringMatching(/^keywright listAuditEvents: 200, \d+ ms, 1 attempt$/) as string,
    });
    expect(requests).toContainEqual(expect.objectContaining({ level: "debug", message: expect.stringContaining("attempt 1, POST ") as string }));
    expect(await saidWith("info", [])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z keywright-tail: keywright listAuditEvents: 200, \d+ ms, 1 attempt$/m);
  });

  it("says nothing with --quiet", async () => {
    expect(await saidWith("debug", ["--quiet"])).toBe("");
  });
});
