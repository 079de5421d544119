import { setTimeout } from "node:timers/promises";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { afterAll, beforeAll, describe, expect, vi } from "vitest";
import { sendsJson, type Programs, stalls } from "@keywright/tool-torture";
import { bundle, runProgram } from "./processes.ts";
import type { PausedCallsInput, PausedCallsResult } from "./programs/paused-calls.ts";
import { ITEM } from "./subjects.ts";
import { it } from "./support.ts";

const CALLS = 20;
const PAUSE_MS = 6500;
// Longer than the requests take to arrive, shorter than the pause.
const TIMEOUT_MS = 6000;

let programs: Programs;
beforeAll(async () => {
  programs = await bundle("paused-calls");
});
afterAll(() => programs.remove());

describe.concurrent("F44 a process that does not run for longer than a deadline", () => {
  it.for([
    { pause: "block", deadline: "attempt", again: CALLS },
    { pause: "block", deadline: "call", again: 0 },
    { pause: "stop", deadline: "attempt", again: CALLS },
    { pause: "stop", deadline: "call", again: 0 },
  ])("has each deadline fire once, and sends no burst: $pause past the deadline of the $deadline", async ({ pause, deadline, again }, { serve }) => {
    // The first requests are never answered; what comes behind the pause is.
    const server = await serve(() => (server.requests.length <= CALLS ? stalls("nothing") : sendsJson(ITEM)));
    const totalTimeoutMs = deadline === "call" ? TIMEOUT_MS + 100 : 60_000;
    const input: Omit<PausedCallsInput, "transport"> = { url: server.url, calls: CALLS, blockMs: PAUSE_MS, timeoutMs: TIMEOUT_MS, totalTimeoutMs };
    const result = await runProgram<PausedCallsResult>(programs.file("paused-calls"), input, {
      async onStart({ child }) {
        await vi.waitFor(() => expect(server.requests.length).toBe(CALLS), { timeout: PATIENCE_MS, interval: 2 });
        if (pause === "block") return void child.stdin?.write("now");
        child.kill("SIGSTOP");
        await setTimeout(PAUSE_MS);
        child.kill("SIGCONT");
      },
    });
    expect(result).toEqual({ deadlines: CALLS, succeeded: again, timedOut: CALLS - again });
    // Each attempt behind the pause has asked for its token again.
    expect(server.requests.length).toBe(CALLS + again);
    expect(new Set(server.requests.map(({ headers }) => headers["authorization"])).size).toBe(CALLS + again);
  });
});
