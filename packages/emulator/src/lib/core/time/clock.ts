import { describe } from "../values/check-options.ts";

/** Time and randomness, in the shape of the clients' `Clock`, so that one can drive all. */
export interface Clock {
  /** Milliseconds on a monotonic clock; the zero point is arbitrary. */
  now(): number;
  /** Milliseconds since 1970: the emulator's date. */
  wallNow(): number;
  /** Calls `callback` after a delay in milliseconds. Returns a timer for {@link Clock.clear}. */
  after(delayMs: number, callback: () => void): unknown;
  clear(timer: unknown): void;
  /** Returns a random number in [0, 1). The emulator itself uses its seed instead. */
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

/** A clock with an offset to another one. Timers always take the time of that clock. */
export interface OffsetClock extends SettableClock {
  /** Stops the date, or lets it continue from there. */
  hold(isHeld: boolean): void;
  isHeld(): boolean;
  /** Removes the offset, and lets the date continue. */
  reset(): void;
}

/**
 * Creates a clock with the system's date, plus an offset that a test can set.
 *
 * Timers always take real time.
 */
export function systemClock(): OffsetClock {
  return offsetClock(PLATFORM);
}

/** Returns a clock and its reset, which does nothing if the clock belongs to a test. */
export function settable(given: Clock | SettableClock = PLATFORM): { readonly clock: SettableClock; readonly reset: () => void } {
  if (isSettable(given)) return { clock: given, reset() {} };
  const clock = offsetClock(given);
  return { clock, reset: clock.reset };
}

function offsetClock(clock: Clock): OffsetClock {
  let offsetMs = 0;
  let heldAtMs: number | undefined;
  const baseMs = (): number => heldAtMs ?? clock.wallNow();
  return {
    now: () => clock.now(),
    wallNow: () => baseMs() + offsetMs,
    after: (delayMs, callback) => clock.after(delayMs, callback),
    clear: (timer) => clock.clear(timer),
    random: () => clock.random(),
    advance(byMs) {
      moved(baseMs() + offsetMs, byMs);
      offsetMs += byMs;
    },
    set(to) {
      offsetMs = moved(instant(to), 0) - baseMs();
    },
    hold(isHeld) {
      if (typeof isHeld !== "boolean") throw new TypeError(`a clock is held with true or false; got ${describe(isHeld)}`);
      const base = baseMs();
      heldAtMs = isHeld ? base : undefined;
      offsetMs += base - baseMs();
    },
    isHeld: () => heldAtMs !== undefined,
    reset() {
      offsetMs = 0;
      heldAtMs = undefined;
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
  if (Number.isNaN(ms))
    throw new RangeError(
      `a clock is set to a Date or an RFC 3339 string; got ${typeof value === "string" || value instanceof Date ? String(value) : describe(value)}`,
    );
  return ms;
}

// RFC 3339 has years of four digits.
const FIRST_MS = Date.parse("0000-01-01T00:00:00Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** Moves a date. @throws RangeError if not finite, or if the year has over four digits. */
export function moved(fromMs: number, byMs: number): number {
  if (!Number.isFinite(byMs)) throw new RangeError(`a clock is moved by a number of milliseconds; got ${describe(byMs)}`);
  const toMs = fromMs + byMs;
  if (toMs >= FIRST_MS && toMs <= LAST_MS) return toMs;
  throw new RangeError(`a clock has years from 0000 to 9999, as RFC 3339; got ${toMs} ms since 1970. Move or set it to a date between`);
}

/** Waits for a delay; forever if `Infinity`. Rejects with the signal's reason if it aborts. */
export function sleep(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    let timer: unknown;
    const onAbort = (): void => {
      clock.clear(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    if (delayMs === Infinity) return;
    timer = clock.after(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
  });
}
