import { describe } from "./check-options.ts";

/** Time and randomness. The clients' `Clock` has the same shape, so one clock can drive a client, a feed and an emulator. */
export interface Clock {
  /** Milliseconds on a monotonic clock; the zero point is arbitrary. */
  now(): number;
  /** Milliseconds since 1970: the emulator's date. */
  wallNow(): number;
  /** Calls `callback` after a delay in milliseconds. Returns a timer for {@link Clock.clear}. */
  after(delayMs: number, callback: () => void): unknown;
  clear(timer: unknown): void;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). The emulator itself uses its seed instead. */
  random(): number;
}

/** A clock whose date a test can set. */
export interface SettableClock extends Clock {
  /** Moves the date by milliseconds; a negative number sets it back. */
  advance(byMs: number): void;
  /** Sets the date: a `Date` or an RFC 3339 string. */
  set(to: Date | string): void;
}

const PLATFORM: Clock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  after: (delayMs, callback) => setTimeout(callback, delayMs),
  clear: (timer) => clearTimeout(timer as NodeJS.Timeout | undefined),
  random: () => Math.random(),
};

/**
 * Creates a clock with the system's date, plus an offset that a test can set.
 *
 * Timers always take real time.
 */
export function systemClock(): SettableClock {
  return settable(PLATFORM);
}

/** Returns the clock itself if its date can be set; otherwise a clock that adds an offset to it. */
export function settable(clock: Clock | SettableClock): SettableClock {
  if (isSettable(clock)) return clock;
  let offsetMs = 0;
  return {
    now: () => clock.now(),
    wallNow: () => clock.wallNow() + offsetMs,
    after: (delayMs, callback) => clock.after(delayMs, callback),
    clear: (timer) => clock.clear(timer),
    random: () => clock.random(),
    advance(byMs) {
      offsetMs += duration(byMs);
    },
    set(to) {
      offsetMs = instant(to) - clock.wallNow();
    },
  };
}

function isSettable(clock: Partial<SettableClock>): clock is SettableClock {
  return typeof clock.advance === "function" && typeof clock.set === "function";
}

/**
 * Returns a date in milliseconds since 1970.
 *
 * @throws RangeError if it is neither a valid `Date` nor an RFC 3339 string.
 */
export function instant(value: Date | string): number {
  const ms = typeof value === "string" || value instanceof Date ? new Date(value).getTime() : Number.NaN;
  if (Number.isNaN(ms)) throw new RangeError(`a clock is set to a Date or an RFC 3339 string; got ${String(value)}`);
  return ms;
}

/** Checks a number of milliseconds. @throws RangeError if it is not finite. */
export function duration(value: number): number {
  if (!Number.isFinite(value)) throw new RangeError(`a clock is moved by a number of milliseconds; got ${describe(value)}`);
  return value;
}
