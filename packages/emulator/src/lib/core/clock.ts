/** Where the emulator takes the time from. */
export interface Clock {
  now(): Date;
  /** Resolves after a time, `Infinity` never; rejects with the signal's reason where that comes first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** A clock that a test can move: tokens expire and windows pass without waiting. */
export interface SettableClock extends Clock {
  /** Moves the time on by milliseconds; a negative number sets it back. */
  advance(byMs: number): void;
  /** Sets the time, to a date or an RFC 3339 text. */
  set(to: Date | string): void;
}

/** The machine's time, moved by as much as it was told to. Sleeping takes real time. */
export function systemClock(): SettableClock {
  let offsetMs = 0;
  return {
    now: () => new Date(Date.now() + offsetMs),
    sleep: (delayMs, signal) =>
      untilAborted(signal, (resolve) => {
        if (delayMs === Infinity) return () => {};
        const timer = setTimeout(resolve, delayMs);
        return () => clearTimeout(timer);
      }),
    advance(byMs) {
      offsetMs += byMs;
    },
    set(to) {
      offsetMs = instant(to) - Date.now();
    },
  };
}

/**
 * A clock that stands still until it is moved: two runs see the same times.
 *
 * @param start The time that it shows at first, a date or an RFC 3339 text.
 */
export function manualClock(start: Date | string): SettableClock {
  let nowMs = instant(start);
  const sleepers = new Set<{ readonly untilMs: number; readonly wake: () => void }>();
  const moveTo = (toMs: number): void => {
    nowMs = toMs;
    for (const sleeper of [...sleepers].filter(({ untilMs }) => untilMs <= nowMs).sort((a, b) => a.untilMs - b.untilMs)) sleeper.wake();
  };
  return {
    now: () => new Date(nowMs),
    sleep: (delayMs, signal) =>
      untilAborted(signal, (resolve) => {
        const sleeper = { untilMs: nowMs + delayMs, wake: resolve };
        if (delayMs <= 0) resolve();
        else sleepers.add(sleeper);
        return () => sleepers.delete(sleeper);
      }),
    advance: (byMs) => moveTo(nowMs + byMs),
    set: (to) => moveTo(instant(to)),
  };
}

function instant(value: Date | string): number {
  const ms = typeof value === "string" || value instanceof Date ? new Date(value).getTime() : Number.NaN;
  if (Number.isNaN(ms)) throw new RangeError(`a clock is set to a date or an RFC 3339 text; got ${String(value)}`);
  return ms;
}

/** A promise that `start` resolves, unless the signal fires first; what `start` gives back cleans up either way. */
function untilAborted(signal: AbortSignal | undefined, start: (resolve: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const end = (settle: () => void) => () => {
      signal?.removeEventListener("abort", onAbort);
      cleanUp?.();
      settle();
    };
    const onAbort = end(() => reject(signal?.reason));
    signal?.addEventListener("abort", onAbort);
    let cleanUp: (() => void) | undefined;
    cleanUp = start(end(resolve));
  });
}
