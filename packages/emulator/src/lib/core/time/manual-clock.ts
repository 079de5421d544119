import { describe } from "../values/check-options.ts";
import { instant, moved, type SettableClock, systemClock } from "./clock.ts";

/** A clock that only a test moves. Pass it to client, feed and emulator to test without waiting. */
export interface ManualClock extends SettableClock {
  /** Calls back after milliseconds; never if `Infinity`. @throws RangeError if not a number. */
  after(delayMs: number, callback: () => void): unknown;
  /** Moves the time by milliseconds and fires due timers in order; if negative, only the date. */
  advance(byMs: number): void;
  /** Sets the date. A later date fires timers as {@link ManualClock.advance} does. */
  set(to: Date | string): void;
  /** Moves milliseconds, timer by timer, and lets promises and in-process `fetch` run between. */
  runFor(durationMs: number): Promise<void>;
  /**
   * Moves the time from timer to timer until a promise settles.
   *
   * Use `emulator.fetch`, not a port: while work waits for a socket, the time moves to deadlines.
   *
   * @param work The promise. Everything that it waits for needs this clock.
   * @returns The result of the promise.
   * @throws Error if no timer is set and the promise does not settle within a second.
   */
  runUntil<Result>(work: PromiseLike<Result>): Promise<Result>;
}

interface Timer {
  readonly dueAt: number;
  readonly callback: () => void;
}

// More than an in-process request takes from start to the last byte of the body.
const TURNS = 10;
// Time for work that needs real time, such as writing a file, while no timer is set.
const PATIENCE_MS = 1000;
const REAL_TIME = systemClock();

/**
 * Creates a clock that only moves when a test moves it. Its `random()` is always 0.5.
 *
 * @param start The initial date, a `Date` or an RFC 3339 string.
 */
export function manualClock(start: Date | string): ManualClock {
  let nowMs = 0;
  let offsetMs = moved(instant(start), 0);
  const timers = new Set<Timer>();

  const dueBy = (untilMs: number): Timer | undefined => nextOf(timers, untilMs);
  const fire = (timer: Timer): void => {
    timers.delete(timer);
    nowMs = Math.max(nowMs, timer.dueAt);
    timer.callback();
  };
  const advance = (byMs: number): void => {
    moved(offsetMs + nowMs, byMs);
    if (byMs < 0) return void (offsetMs += byMs);
    const untilMs = nowMs + byMs;
    for (let next = dueBy(untilMs); next !== undefined; next = dueBy(untilMs)) fire(next);
    nowMs = Math.max(nowMs, untilMs);
  };

  return {
    now: () => nowMs,
    wallNow: () => offsetMs + nowMs,
    after(delayMs, callback) {
      if (typeof delayMs !== "number" || Number.isNaN(delayMs)) throw new RangeError(`a timer needs a number of milliseconds; got ${describe(delayMs)}`);
      const timer = { dueAt: nowMs + delayMs, callback };
      // Firing such a timer would set the time to Infinity.
      if (delayMs < Infinity) timers.add(timer);
      return timer;
    },
    clear: (timer) => void timers.delete(timer as Timer),
    random: () => 0.5,
    advance,
    set: (to) => advance(instant(to) - offsetMs - nowMs),
    async runFor(durationMs) {
      moved(offsetMs + nowMs, durationMs);
      const untilMs = nowMs + Math.max(0, durationMs);
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
        else if (idleMs === PATIENCE_MS) throw new Error("runUntil: the promise has not settled and no timer is set. Pass this clock to everything that waits");
        else await new Promise((resolve) => void REAL_TIME.after(1, () => resolve(undefined)));
        idleMs = next === undefined ? idleMs + 1 : 0;
      }
    },
  };
}

/** Returns the next timer due by a time; of two at the same time, the one set first. */
function nextOf(timers: Iterable<Timer>, untilMs: number): Timer | undefined {
  let next: Timer | undefined;
  for (const timer of timers) if (timer.dueAt <= untilMs && (next === undefined || timer.dueAt < next.dueAt)) next = timer;
  return next;
}

async function turns(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  for (let turn = 0; turn < TURNS; turn += 1) {
    await new Promise((resolve) => {
      port1.addEventListener("message", resolve, { once: true });
      port1.start();
      port2.postMessage(undefined);
    });
  }
  port1.close();
}
