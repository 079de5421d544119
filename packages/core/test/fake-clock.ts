import type { Clock } from "../src/index.ts";

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** How many timers are set now: 0 where nothing is left behind. */
  readonly timers: number;
  /** Lets time pass, calling back whatever is due in its order; what a callback sets off runs before time goes on. */
  advance(ms: number): Promise<void>;
  /** Lets time pass from timer to timer until something has ended, and gives how it ended. Throws where nothing is due that could end it. */
  finish<Result>(work: Promise<Result>): Promise<Result>;
}

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

const { setImmediate: soon = (callback: () => void): unknown => setTimeout(callback, 0) } = globalThis as {
  readonly setImmediate?: (callback: () => void) => unknown;
};

/** Lets run whatever can run without time passing: some turns of the event loop, more than reading a body takes. */
export async function turn(): Promise<void> {
  for (let count = 0; count < 4; count += 1) await new Promise<void>((resolve) => void soon(resolve));
}

/**
 * Makes a clock for one test.
 *
 * @param random What chance gives, each time; the default, 1, is the longest wait that there can be.
 * @param wallNow What the machine believes the time to be at the beginning; it goes on with the clock.
 */
export function fakeClock({ random = 1, wallNow = Date.UTC(2026, 2, 2, 8) }: { readonly random?: number; readonly wallNow?: number } = {}): FakeClock {
  // Not 0, so that a mistaken use of one clock for the other shows.
  const begin = 5000;
  let now = begin;
  const timers = new Set<Timer>();

  const earliest = (): Timer | undefined =>
    [...timers].reduce<Timer | undefined>((first, timer) => (first === undefined || timer.dueAt < first.dueAt ? timer : first), undefined);

  async function fire(timer: Timer): Promise<void> {
    timers.delete(timer);
    now = Math.max(now, timer.dueAt);
    timer.callback();
    await turn();
  }

  return {
    now: () => now,
    wallNow: () => wallNow + now - begin,
    random: () => random,
    after(delayMs, callback) {
      if (!(delayMs >= 0 && delayMs < 2 ** 31)) throw new Error(`no timer of the platform takes ${String(delayMs)} ms`);
      const timer = { dueAt: now + delayMs, callback };
      timers.add(timer);
      return timer;
    },
    clear: (timer) => void timers.delete(timer as Timer),
    get timers() {
      return timers.size;
    },
    async advance(ms) {
      await turn();
      const until = now + ms;
      for (let next = earliest(); next !== undefined && next.dueAt <= until; next = earliest()) await fire(next);
      now = until;
      await turn();
    },
    async finish(work) {
      const progress = { ended: false };
      const note = (): void => void (progress.ended = true);
      work.then(note, note);
      await turn();
      // Reading ahead takes some turns of its own between two timers.
      for (let idle = 0; !progress.ended;) {
        const next = earliest();
        if (next === undefined && idle === 10) throw new Error("nothing is due, and what is waited for has not ended");
        idle = next === undefined ? idle + 1 : 0;
        await (next === undefined ? turn() : fire(next));
      }
      return work;
    },
  };
}
