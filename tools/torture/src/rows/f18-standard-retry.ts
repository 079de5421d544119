import { isApiError } from "@keywright/core";
import { type Bench, describe, expectFailure } from "../bench.ts";
import type { Row } from "../row.ts";
import { answersJson } from "../server/whole.ts";
import { READS, WRITES } from "../subjects.ts";
import { expectWhole } from "../trials.ts";
import { readVectors } from "../vectors.ts";
import { startQuotaBench } from "./quota-bench.ts";

const STATUSES = [503, 502, 504, 500] as const;
const FULL_QUOTA = 500;
const MAX_DELAY_MS = 20_000;

interface Sequence {
  readonly name: string;
  readonly given: { readonly max_attempts?: number; readonly initial_retry_tokens?: number };
  readonly responses: readonly {
    readonly response: { readonly status_code: number; readonly error_code?: string };
    readonly expected: {
      readonly outcome: "retry_request" | "success" | "max_attempts_exceeded" | "retry_quota_exceeded";
      readonly retry_quota: number;
      readonly delay?: number;
    };
  }[];
}

interface Timings {
  readonly name: string;
  readonly spec: string;
  readonly attempts: readonly {
    readonly errorType: "TRANSIENT" | "THROTTLING";
    readonly retryCount: number;
    readonly cost: number | null;
    readonly delayMs: number;
  }[];
}

/** The service is unavailable for a while. */
export const unavailable: Row = {
  id: "F18",
  fault: "503, 502, 504, 500 × n, then 200; the standard sequences",
  async run(bench) {
    for (const status of STATUSES) await overSockets(bench, status);
    const sequences = await readVectors<readonly Sequence[]>("standard-retry/smithy-spec-v2.1.json");
    const timings = (await readVectors<readonly Timings[]>("standard-retry/smithy-timings.json"))?.filter(({ spec }) => spec.startsWith("v2.1"));
    if (sequences === undefined || timings === undefined) return `${STATUSES.length} statuses; the sequences not run: CONFORMANCE_VECTORS is not set`;
    for (const sequence of sequences) await playSequence(bench, sequence);
    for (const table of timings) await playTimings(bench, table);
    const steps = sequences.reduce((sum, { responses }) => sum + responses.length, 0);
    return `${STATUSES.length} statuses × n = 1, 2, 3; ${sequences.length} of ${sequences.length} sequences (${steps} steps: delay and quota exact), ${timings.length} of ${timings.length} tables of delays of our rule`;
  },
};

async function overSockets(bench: Bench, status: number): Promise<void> {
  const unwell = answersJson({ message: "later" }, status);
  for (const read of READS) {
    for (const times of [1, 2]) {
      await bench.repeat(5, `${read.name}, ${times} × ${status}`, async (trial) => {
        const server = await trial.serve([...Array.from({ length: times }, () => unwell), answersJson(read.answer)]);
        expectWhole(trial, read, await trial.attempt(() => read.call(trial.clients(server.url), { signal: trial.signal })));
        trial.that(server.requests.length === times + 1, `expected ${times + 1} requests; got ${server.requests.length}`);
      });
    }
    await bench.repeat(5, `${read.name}, 3 × ${status}`, async (trial) => {
      const server = await trial.serve([unwell, unwell, unwell]);
      const outcome = await trial.attempt(() => read.call(trial.clients(server.url), { signal: trial.signal }));
      expectFailure(trial, outcome, "api-error", 3);
      trial.that(isApiError(outcome.error, status) && outcome.error.stopReason === "attempts-used", `expected ${status}, attempts-used; ${describe(outcome)}`);
    });
  }
  for (const write of WRITES) {
    await bench.repeat(5, `${write.name}, ${status}`, async (trial) => {
      const server = await trial.serve([unwell]);
      const outcome = await trial.attempt(() => write.call(trial.clients(server.url), { signal: trial.signal }));
      expectFailure(trial, outcome, "api-error", 1);
      trial.that(isApiError(outcome.error, status) && outcome.error.stopReason === "write", `expected ${status}, write; ${describe(outcome)}`);
    });
  }
}

/** Plays a sequence once for each of its steps, and measures there what is left of the quota. */
async function playSequence(bench: Bench, { name, given, responses }: Sequence): Promise<void> {
  const statuses = responses.map(({ response }) => (response.error_code === "Throttling" ? 429 : response.status_code));
  for (const [index, { expected }] of responses.entries()) {
    await bench.run(`${name}, step ${index + 1}`, async (trial) => {
      const quota = await startQuotaBench(trial, { maxRetries: (given.max_attempts ?? 3) - 1, maxDelayMs: MAX_DELAY_MS });
      await quota.drain(FULL_QUOTA - (given.initial_retry_tokens ?? FULL_QUOTA));
      const played = await quota.play(statuses.slice(0, index + 1));
      if (expected.outcome === "retry_request")
        trial.that(
          played.end === undefined && played.waits.at(-1) === (expected.delay ?? 0) * 1000,
          `expected a wait of ${(expected.delay ?? 0) * 1000} ms; got ${String(played.waits.at(-1))}, ${played.end ?? "repeated"}`,
        );
      else
        trial.that(
          played.end === { success: "success", max_attempts_exceeded: "attempts-used", retry_quota_exceeded: "quota-used" }[expected.outcome],
          `expected ${expected.outcome}; got ${played.end ?? "a repetition"}`,
        );
      const left = await quota.measure();
      trial.that(left === expected.retry_quota, `expected a quota of ${expected.retry_quota}; it is ${left}`);
      await quota.end();
    });
  }
}

async function playTimings(bench: Bench, { name, attempts }: Timings): Promise<void> {
  await bench.run(name, async (trial) => {
    // The first row stands for the beginning, before anything has failed.
    const failures = attempts.filter(({ retryCount }) => retryCount > 0);
    const quota = await startQuotaBench(trial, { maxRetries: attempts.length, maxDelayMs: MAX_DELAY_MS });
    const { waits } = await quota.play(failures.map(({ errorType }) => (errorType === "THROTTLING" ? 429 : 503)));
    trial.that(
      waits.join() === failures.map(({ delayMs }) => delayMs).join(),
      `expected the waits ${failures.map(({ delayMs }) => delayMs).join()}; got ${waits.join()}`,
    );
    const expected = FULL_QUOTA - failures.reduce((sum, { cost }) => sum + (cost ?? 0), 0);
    const left = await quota.measure();
    trial.that(left === expected, `expected a quota of ${expected}; it is ${left}`);
    await quota.end();
  });
}
