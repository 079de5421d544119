import { type ApiError, isApiError } from "@keywright/core";
import { type Bench, describe } from "../bench.ts";
import type { Row } from "../row.ts";
import { answersJson } from "../server/whole.ts";
import { READS, type Subject, WRITES } from "../subjects.ts";
import { readVectors } from "../vectors.ts";
import { withStepping } from "./stepping.ts";

const NOW = Date.parse("2019-06-03T11:00:00Z");
const MAX_DELAY_MS = 30_000;
// The wait that the rule computes behind a first 429, with a chance of 0.5.
const BACKOFF_MS = 500;
const YEAR_MS = 365.25 * 86_400_000;

/** A header's value, with what it asks for; `undefined` for a value that asks for nothing. */
interface Case {
  readonly value: string;
  readonly seconds: number | undefined;
  readonly wallNowMs?: number;
}

const OWN: readonly Case[] = [
  { value: "7", seconds: 7 },
  { value: "0", seconds: 0 },
  { value: "30", seconds: 30 },
  { value: "31", seconds: 31 },
  { value: "Mon, 03 Jun 2019 11:00:09 GMT", seconds: 9 },
  { value: "Monday, 03-Jun-19 11:00:09 GMT", seconds: 9 },
  { value: "Mon Jun  3 11:00:09 2019", seconds: 9 },
  { value: "Mon, 03 Jun 2019 10:00:00 GMT", seconds: 0 },
  { value: "Sun, 03 Jun 2029 11:00:00 GMT", seconds: 315_619_200 },
  { value: "315360000", seconds: 315_360_000 },
  { value: "soon", seconds: undefined },
  { value: "-5", seconds: undefined },
  { value: "1e3", seconds: undefined },
  { value: "", seconds: undefined },
];

interface Vector {
  readonly value: string;
  readonly seconds?: number;
  readonly invalid?: true;
  readonly now?: string;
  readonly nowMs?: number;
  readonly template?: "leap-second" | "rfc850-51y" | "rfc850+49y";
}

/** The service says when to come back. */
export const retryAfter: Row = {
  id: "F17",
  fault: "429 with Retry-After: seconds, dates, invalid, past, 10 years",
  async run(bench) {
    const vectors = (await readVectors<readonly Vector[]>("retry-after/values.json"))?.map(caseOf);
    for (const one of [...OWN, ...(vectors ?? [])]) for (const subject of [READS[0], WRITES[0]]) await checkWait(bench, subject as Subject, one);
    await bench.run("past the deadline of the call", async (trial) => {
      const server = await trial.serve([answersJson({}, 429, [["retry-after", "20"]])]);
      const outcome = await trial.attempt(() => (READS[0] as Subject).call(trial.clients(server.url, { totalTimeoutMs: 10_000 }), { signal: trial.signal }));
      const error = outcome.error as ApiError;
      trial.that(
        isApiError(error, 429) && error.stopReason === "deadline" && error.retryAfterMs === 20_000 && outcome.durationMs < 1000,
        `expected 429 at once, because of the deadline; ${describe(outcome)}`,
      );
    });
    let waitedMs = 0;
    await bench.run("one second of real time", async (trial) => {
      const server = await trial.serve([answersJson({}, 429, [["retry-after", "1"]]), answersJson(READS[0]?.answer)]);
      const outcome = await trial.attempt(() => (READS[0] as Subject).call(trial.clients(server.url), { signal: trial.signal }));
      waitedMs = outcome.durationMs;
      trial.that(outcome.ok && waitedMs >= 995 && waitedMs < 1500, `expected success behind a second; ${describe(outcome)} after ${Math.round(waitedMs)} ms`);
    });
    const ofVectors = vectors === undefined ? "the vectors not run: CONFORMANCE_VECTORS is not set" : `${vectors.length} of ${vectors.length} vectors`;
    return `${OWN.length} of our own, ${ofVectors}; a wait of 1 s took ${Math.round(waitedMs)} ms`;
  },
};

async function checkWait(bench: Bench, subject: Subject, { value, seconds, wallNowMs = NOW }: Case): Promise<void> {
  await bench.run(`${subject.name}, a value of ${value.length} characters: ${value}`, async (trial) => {
    const tooLong = seconds !== undefined && seconds * 1000 > MAX_DELAY_MS;
    const server = await trial.serve([answersJson({}, 429, [["retry-after", value]]), ...(tooLong ? [] : [answersJson(subject.answer)])]);
    const { options, waits } = withStepping(trial.fakeClock({ wallNowMs, chance: 0.5 }));
    const outcome = await trial.attempt(() => subject.call(trial.clients(server.url, options), { signal: trial.signal }));
    if (tooLong) {
      const error = outcome.error as ApiError;
      trial.that(
        isApiError(error, 429) && error.retryAfterMs === (seconds ?? 0) * 1000 && error.stopReason === "retry-after-too-long" && error.attempts === 1,
        `expected 429 at once with its value; ${describe(outcome)}`,
      );
      return;
    }
    const expected = Math.max(BACKOFF_MS, (seconds ?? 0) * 1000);
    trial.that(outcome.ok && waits.join() === String(expected), `expected one wait of ${expected} ms; ${describe(outcome)}, waits ${waits.join() || "none"}`);
  });
}

function caseOf({ value, seconds, now, nowMs, template }: Vector): Case {
  const wallNowMs = nowMs ?? (now === undefined ? NOW : Date.parse(now));
  switch (template) {
    case "leap-second":
      return { value: "Mon, 03 Jun 2019 11:00:60 GMT", seconds: 60, wallNowMs };
    case "rfc850-51y":
      return { value: rfc850(wallNowMs + 51 * YEAR_MS), seconds: 0, wallNowMs };
    case "rfc850+49y":
      return { value: rfc850(wallNowMs + 49 * YEAR_MS), seconds: Math.floor((wallNowMs + 49 * YEAR_MS) / 1000) - Math.floor(wallNowMs / 1000), wallNowMs };
    default:
      return { value, seconds, wallNowMs };
  }
}

function rfc850(atMs: number): string {
  const [, day, month, year, time] = new Date(atMs).toUTCString().split(" ") as [string, string, string, string, string];
  const weekday = new Date(atMs).toLocaleDateString("en", { weekday: "long", timeZone: "UTC" });
  return `${weekday}, ${day}-${month}-${year.slice(-2)} ${time} GMT`;
}
