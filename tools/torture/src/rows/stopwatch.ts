import type { Outcome, Trial } from "../bench.ts";

/** How much later than its deadline a call may end. */
export const TOLERANCE_MS = 100;

const BEAT_MS = 5;

/** Measures deadlines beside a heart that beats in the same event loop: where the machine was busy elsewhere, the heart was late, too. */
export interface Stopwatch {
  /** Begins to measure a deadline: right before what it measures. */
  start(deadlineMs: number): Deadline;
  /** The latest of all, in milliseconds. */
  readonly worstLateMs: number;
  stop(): void;
}

/** A deadline that is measured. */
export interface Deadline {
  /** Judges that a call ended when it had to, not early and not late; gives for how many milliseconds the machine stood still meanwhile. */
  expect(trial: Trial, outcome: Outcome): number;
}

/** Starts a {@link Stopwatch}. */
export function startStopwatch(): Stopwatch {
  let lastBeat = performance.now();
  let stalledMs = 0;
  let worstLateMs = 0;
  const beat = (): void => {
    const now = performance.now();
    stalledMs += Math.max(0, now - lastBeat - 3 * BEAT_MS);
    lastBeat = now;
  };
  const heart = setInterval(beat, BEAT_MS);
  return {
    start(deadlineMs) {
      beat();
      const before = stalledMs;
      return {
        expect(trial, { durationMs }) {
          beat();
          const stoodMs = stalledMs - before;
          const lateMs = durationMs - deadlineMs - stoodMs;
          worstLateMs = Math.max(worstLateMs, lateMs);
          // Timers of the platform count in whole milliseconds.
          const holds = durationMs > deadlineMs - 5 && lateMs < TOLERANCE_MS;
          trial.that(
            holds,
            `expected to end at ${deadlineMs} ms; ended at ${Math.round(durationMs)} ms, of which the machine stood still for ${Math.round(stoodMs)} ms`,
          );
          return stoodMs;
        },
      };
    },
    get worstLateMs() {
      return Math.ceil(worstLateMs);
    },
    stop: () => clearInterval(heart),
  };
}
