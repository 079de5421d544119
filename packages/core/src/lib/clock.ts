/** Time and chance, in one place so that tests can put their own there. */
export interface Clock {
  /** Milliseconds on a clock that only goes forward; its zero means nothing. */
  now(): number;
  /** Milliseconds since 1970, as the machine believes: only to read dates that a service sends. */
  wallNow(): number;
  /** Calls back after a time in milliseconds, and gives what {@link Clock.clear} takes. */
  after(delayMs: number, callback: () => void): unknown;
  clear(timer: unknown): void;
  /** A number from 0 to 1, 1 excluded. */
  random(): number;
}

/** The clock of the platform. */
export const platformClock: Clock = {
  now: () => performance.now(),
  wallNow: () => Date.now(),
  after: (delayMs, callback) => setTimeout(callback, delayMs),
  clear: (timer) => clearTimeout(timer as Parameters<typeof clearTimeout>[0]),
  random: () => Math.random(),
};

/**
 * Waits until a request that was just begun is on its way.
 *
 * Node writes nothing to a socket within the turn of its `fetch`, nor, where the connection has just been used, in the next one: whoever is busy right behind it would keep it back.
 * In browsers another process sends, and there is nothing to wait for.
 */
export async function turnsToSend(): Promise<void> {
  const { setImmediate: soon } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };
  if (soon === undefined) return;
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => void soon(resolve));
}
