import type { Faults, Plan } from "./plan.ts";
import { createRandom } from "../../../../packages/emulator/src/lib/core/values/random.ts";

/** The time when the world begins. */
export const EPOCH = Date.parse("2026-10-20T08:00:00Z");
/** A world ends after this number of violations. */
const MOST_VIOLATIONS = 20;
/** Ten times the steps of the busiest world: a poll without a pause would run for hours. */
const MOST_STEPS = 500_000;
/** Number of steps between two turns of the event loop. */
const BREATH = 64;

/** A function that runs at a time, unless it is canceled. */
export interface Appointment {
  readonly at: number;
  run: (() => void) | undefined;
}

/** Runs everything that needs no time. Node calls a tick when no promise has work left. */
const settle = (): Promise<void> => new Promise((resolve) => void process.nextTick(resolve));
/** Runs a turn of the event loop, in which Node reports unhandled rejections, for example. */
const breathe = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** What all parts of a world share: its plan, its time, its randomness and its history. */
export type Context = ReturnType<typeof createContext>;

export function createContext(plan: Omit<Plan, "troubles">) {
  const history: string[] = [];
  const violations: string[] = [];
  /** Appointments, the next one last. */
  const queue: Appointment[] = [];
  let time = 0;
  let steps = 0;

  const say = (line: string): void => void history.push(`${time.toFixed(1).padStart(10)}  ${line}`);
  const violate = (problem: string): void => {
    say(`VIOLATION ${problem}`);
    violations.push(problem);
  };

  function after(delayMs: number, run: () => void): Appointment {
    const entry: Appointment = { at: time + Math.max(0, delayMs), run };
    // Appointments at the same time run in the order in which they were made.
    const place = queue.findIndex(({ at }) => at <= entry.at);
    queue.splice(place < 0 ? queue.length : place, 0, entry);
    return entry;
  }

  /** Runs appointments in their order until a time. */
  async function until(end: number): Promise<void> {
    await breathe();
    while (steps < MOST_STEPS && violations.length < MOST_VIOLATIONS) {
      const first = queue.at(-1);
      if (first === undefined || first.at > end) {
        time = end;
        return;
      }
      queue.pop();
      if (first.run === undefined) continue;
      steps += 1;
      if (steps === MOST_STEPS) violate(`the world takes more than ${MOST_STEPS} steps`);
      time = first.at;
      first.run();
      await (steps % BREATH === 0 ? breathe() : settle());
    }
  }

  const faults: Faults = { events: [], management: [], vault: [], consent: [], database: [], feeds: [], tails: [], writers: [] };
  /** The time in milliseconds, which does not pass while programs run. */
  const timeline = {
    now: (): number => time,
    after,
    /** Waits. */
    pass: (ms: number): Promise<void> => new Promise((resolve) => void after(ms, resolve)),
    until,
  };
  return { plan, faults, random: createRandom(`world ${plan.seed}`), timeline, history, violations, say, violate };
}
