import { setImmediate, setTimeout } from "node:timers/promises";
import { describe } from "./check-options.ts";
import { duration, instant, type SettableClock } from "./clock.ts";

/** A clock that stands still until a test moves it. Pass one to the client, the feed and the emulator, and the test waits for nothing. */
export interface ManualClock extends SettableClock {
  /** Calls `callback` after a delay in milliseconds, with `Infinity` never. @throws RangeError if it is no number. */
  after(delayMs: number, callback: () => void): unknown;
  /** Moves the time and fires the timers that become due, in their order, before it returns. A negative number sets the date back and fires none. */
  advance(byMs: number): void;
  /** Sets the date. A later one lets the time in between pass, as {@link ManualClock.advance} does. */
  set(to: Date | string): void;
  /** Lets time pass from timer to timer. Between two timers, everything runs that needs no time: promises, in-process `fetch`. */
  runFor(durationMs: number): Promise<void>;
  /**
   * Moves the time from timer to timer until a promise settles, and no further.
   *
   * The clock sees timers, not sockets and files: if the work waits for these, the time moves to the next deadline while they are busy. Pass `emulator.fetch` instead of a port.
   *
   * @param work What is waited for; everything that waits in it needs this clock.
   * @returns What the promise resolves to; rejects as it does.
   * @throws Error if no timer is set and the promise does not settle within a second.
   */
  runUntil<Result>(work: PromiseLike<Result>): Promise<Result>;
}

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

// More than an in-process exchange takes from the request to the last byte of the body.
const TURNS = 10;
// How long work that needs real time, such as writing a file, may take while no timer is set.
const PATIENCE_MS = 1000;

/**
 * Creates a clock that stands still until it is moved: two runs see the same times. Its `random()` is always 0.5.
 *
 * @param start The date at first, a `Date` or an RFC 3339 string.
 */
export function manualClock(start: Date | string): ManualClock {
  let nowMs = 0;
  let offsetMs = instant(start);
  const timers = new Set<Timer>();

  /** The next timer that is due by a time; of two at the same time, the one that was set first. */
  const dueBy = (untilMs: number): Timer | undefined => {
    let next: Timer | undefined;
    for (const timer of timers) if (timer.dueAt <= untilMs && (next === undefined || timer.dueAt < next.dueAt)) next = timer;
    return next;
  };
  const fire = (timer: Timer): void => {
    timers.delete(timer);
    nowMs = Math.max(nowMs, timer.dueAt);
    timer.callback();
  };
  const advance = (byMs: number): void => {
    if (duration(byMs) < 0) return void (offsetMs += byMs);
    const untilMs = nowMs + byMs;
    for (let next = dueBy(untilMs); next !== undefined; next = dueBy(untilMs)) fire(next);
    nowMs = Math.max(nowMs, untilMs);
  };

  return {
    now: () => nowMs,
    wallNow: () => offsetMs + nowMs,
    after(delayMs, callback) {
      if (typeof delayMs !== "number" || Number.isNaN(delayMs)) throw new RangeError(`a timer is set by a number of milliseconds; got ${describe(delayMs)}`);
      const timer = { dueAt: nowMs + delayMs, callback };
      // Firing it would set the time to Infinity.
      if (delayMs < Infinity) timers.add(timer);
      return timer;
    },
    clear: (timer) => void timers.delete(timer as Timer),
    random: () => 0.5,
    advance,
    set: (to) => advance(instant(to) - offsetMs - nowMs),
    async runFor(durationMs) {
      const untilMs = nowMs + Math.max(0, duration(durationMs));
      await turns();
      for (let next = dueBy(untilMs); next !== undefined; next = dueBy(untilMs)) {
        fire(next);
        await turns();
      }
      nowMs = Math.max(nowMs, untilMs);
    },
    async runUntil<Result>(work: PromiseLike<Result>) {
      if (typeof (work as PromiseLike<Result> | undefined)?.then !== "function") throw new TypeError(`runUntil takes a promise; got ${describe(work)}`);
      const progress = { settled: false };
      const settle = (): void => void (progress.settled = true);
      work.then(settle, settle);
      for (let idleMs = 0; ;) {
        await turns();
        if (progress.settled) return await work;
        const next = dueBy(Infinity);
        if (next !== undefined) fire(next);
        else if (idleMs === PATIENCE_MS)
          throw new Error("runUntil: no timer is set, and the promise has not settled: pass this clock to everything that waits");
        else await setTimeout(1);
        idleMs = next === undefined ? idleMs + 1 : 0;
      }
    },
  };
}

/** Runs what needs no time: some turns of the event loop. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
}
