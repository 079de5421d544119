import { setImmediate } from "node:timers/promises";
import type { Clock } from "@keywright/core";

/** Numbers that only depend on a seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Waiting {
  readonly owner: string;
  readonly open: () => void;
}

/** Runs several programs one step at a time, in an order that a seed decides, and kills them at a step. */
export interface Schedule {
  /** Waits until the schedule lets the owner go on: the end of a step. */
  step(owner: string): Promise<void>;
  /** Adds work of nobody, such as a request that the server carries out later. */
  later(work: () => Promise<unknown>): void;
  /** A clock whose timers are steps of the owner. */
  clockOf(owner: string): Clock;
  /**
   * Starts programs and runs all steps.
   *
   * @param kills The step at which a program ends, by its name.
   * @param afterEach Called after each step.
   * @returns How each program ended; not those that were killed.
   */
  run<Result>(
    programs: { readonly [owner: string]: () => Promise<Result> },
    afterEach: () => void,
    kills?: { readonly [owner: string]: number },
  ): Promise<{ readonly [owner: string]: PromiseSettledResult<Result> }>;
  /** How many programs were killed. */
  killed(): number;
}

/** Creates a schedule. */
export function createSchedule(random: () => number): Schedule {
  let waiting: Waiting[] = [];
  const busy = new Set<string>();
  const taken = new Map<string, number>();
  let killed = 0;
  let nowMs = 0;
  let lateOnes = 0;
  const step = (owner: string): Promise<void> =>
    new Promise((open) => {
      waiting.push({ owner, open });
      busy.delete(owner);
    });

  return {
    step,
    later(work) {
      const owner = `late-${(lateOnes += 1)}`;
      waiting.push({ owner, open: () => void work().finally(() => busy.delete(owner)) });
    },
    clockOf: (owner) => ({
      now: () => (nowMs += 1),
      wallNow: () => Date.parse("2026-03-10T09:00:00Z"),
      after(_delayMs, callback) {
        const timer = { owner, open: callback };
        waiting.push(timer);
        busy.delete(owner);
        return timer;
      },
      clear: (timer) => void (waiting = waiting.filter((one) => one !== timer)),
      random: () => 0.5,
    }),
    async run(programs, afterEach, kills = {}) {
      const ended: { [owner: string]: PromiseSettledResult<never> } = {};
      for (const [owner, program] of Object.entries(programs)) {
        busy.add(owner);
        taken.set(owner, 0);
        const end = (result: PromiseSettledResult<unknown>): void => {
          ended[owner] = result as PromiseSettledResult<never>;
          busy.delete(owner);
        };
        program().then(
          (value) => end({ status: "fulfilled", value }),
          (reason: unknown) => end({ status: "rejected", reason }),
        );
      }
      for (;;) {
        while (busy.size > 0) await setImmediate();
        afterEach();
        const next = waiting[Math.floor(random() * waiting.length)];
        if (next === undefined) return ended;
        waiting = waiting.filter((one) => one !== next);
        const steps = (taken.get(next.owner) ?? 0) + 1;
        taken.set(next.owner, steps);
        if (kills[next.owner] === steps) {
          killed += 1;
          continue;
        }
        busy.add(next.owner);
        next.open();
      }
    },
    killed: () => killed,
  };
}
