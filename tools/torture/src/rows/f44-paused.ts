import { setTimeout } from "node:timers/promises";
import { runChild } from "../children/child-process.ts";
import type { PausedCallsAnswer, PausedCallsInput } from "../children/paused-calls.ts";
import type { Row } from "../row.ts";
import { SENTINELS } from "../sentinels.ts";
import { stalls } from "../server/slow.ts";
import { answersJson } from "../server/whole.ts";
import { ITEM } from "../subjects.ts";

const CALLS = 20;

/** A pause, and whether the deadline of the whole call passes in it. */
interface Case {
  readonly pause: PausedCallsInput["pause"];
  readonly pauseMs: number;
  readonly past: "the attempt" | "the call";
}

const CASES: readonly Case[] = [
  { pause: "block", pauseMs: 2000, past: "the attempt" },
  { pause: "block", pauseMs: 2000, past: "the call" },
  { pause: "stop", pauseMs: 3000, past: "the attempt" },
  { pause: "stop", pauseMs: 3000, past: "the call" },
];

/** The process does not turn for longer than its deadlines: they fire once, and no burst follows. */
export const paused: Row = {
  id: "F44",
  fault: "event loop blocked, process stopped (shortened to seconds)",
  async run(bench) {
    const figures: string[] = [];
    for (const { pause, pauseMs, past } of CASES) {
      await bench.run(`${pause}, past the deadline of ${past}`, async (trial) => {
        // The first requests are never answered; what comes behind the pause is.
        const server = await trial.serve(() => (server.requests.length <= CALLS ? stalls("nothing") : answersJson(ITEM)));
        const input: PausedCallsInput = { url: server.url, calls: CALLS, pause, pauseMs, timeoutMs: 800, totalTimeoutMs: past === "the call" ? 1200 : 60_000 };
        const answer = await runChild<PausedCallsAnswer>(bench, "paused-calls", input, {
          servers: [server],
          onMessage: async (message, child) => {
            if ("stop" in message) {
              child.kill("SIGSTOP");
              await setTimeout(pauseMs);
              child.kill("SIGCONT");
              return;
            }
            while (server.requests.length < CALLS && child.connected) await setTimeout(2);
            child.send({ pause: true });
          },
        });
        const again = past === "the call" ? 0 : CALLS;
        trial.that(answer.pausedMs > pauseMs / 2, `the process was to be paused for ${pauseMs} ms; it was for ${Math.round(answer.pausedMs)} ms`);
        trial.that(answer.deadlines === CALLS, `expected ${CALLS} deadlines, one for each call; ${answer.deadlines} fired`);
        trial.that(server.requests.length === CALLS + again, `expected ${CALLS + again} requests; got ${server.requests.length}`);
        trial.that(answer.succeeded === again && answer.timedOut === CALLS - again, `${answer.succeeded} succeeded, ${answer.timedOut} timed out`);
        trial.that(answer.tokens === CALLS + again, `the token was asked for ${answer.tokens} times`);
        trial.that(server.credentials.has(`Bearer ${SENTINELS.token}.new`) === again > 0, "what was sent behind the pause was to carry the token of then");
        figures.push(
          `${pause} ${pauseMs} ms past ${past}: ${answer.deadlines} deadlines for ${CALLS} calls, ${server.requests.length - CALLS} requests behind it`,
        );
      });
    }
    return figures.join("; ");
  },
};
