/** Time and randomness. Tests can replace both. */
export interface Clock {
  /** Milliseconds on a monotonic clock; the zero point is arbitrary. */
  now(): number;
  /** Milliseconds since 1970 on the system clock: only to interpret dates that a service sends. */
  wallNow(): number;
  /** Calls `callback` after a delay in milliseconds. Returns a timer for {@link Clock.clear}. */
  after(delayMs: number, callback: () => void): unknown;
  clear(timer: unknown): void;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
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
 * Waits until a request that has just started is written to its socket.
 *
 * Node does not write to the socket in the event loop turn of the `fetch`, nor in the next one if
 * the connection has just been used, so synchronous work after it would delay the request. Browsers
 * send in another process and need no wait.
 */
export async function turnsToSend(): Promise<void> {
  const { setImmediate: soon } = globalThis as { readonly setImmediate?: (callback: () => void) => unknown };
  if (soon === undefined) return;
  for (let turn = 0; turn < 2; turn += 1) await new Promise<void>((resolve) => void soon(resolve));
}

interface Waiting {
  readonly callbacks: Set<() => void>;
  readonly handler: () => void;
}

const waitingOn = new WeakMap<AbortSignal, Waiting>();

/**
 * Calls `callback` when a signal fires, immediately if it already has.
 *
 * All callbacks of a signal share one event listener, because a signal that lives as long as its
 * program would otherwise collect thousands.
 *
 * @returns A function that removes the callback; the event listener is removed with the last one.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  if (signal.aborted) {
    callback();
    return () => {};
  }
  const { callbacks, handler } = waitingOn.get(signal) ?? listen(signal);
  callbacks.add(callback);
  return () => {
    if (!callbacks.delete(callback) || callbacks.size > 0) return;
    signal.removeEventListener("abort", handler);
    waitingOn.delete(signal);
  };
}

function listen(signal: AbortSignal): Waiting {
  const callbacks = new Set<() => void>();
  const handler = (): void => {
    for (const callback of callbacks) callback();
  };
  const waiting = { callbacks, handler };
  waitingOn.set(signal, waiting);
  signal.addEventListener("abort", handler, { once: true });
  return waiting;
}

/** Waits for a delay or until a signal fires. The caller checks the signal to know which. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    // Still `undefined` if the signal has fired, because `onAbort` then calls `end` immediately.
    let forget: (() => void) | undefined;
    const end = (): void => {
      clock.clear(timer);
      forget?.();
      resolve();
    };
    const timer = clock.after(delayMs, end);
    forget = signal && onAbort(signal, end);
  });
}

/** Returns the delay before the nth retry: exponential from 1 s, up to half less (jitter). */
export function backoff(clock: Clock, tries: number, maxDelayMs: number): number {
  return Math.min(maxDelayMs, 1000 * 2 ** Math.min(tries - 1, 30)) * (1 - clock.random() / 2);
}

// A server that asks for more is broken.
const MAX_RETRY_AFTER_MS = 3_600_000;

/** Returns the delay before the nth retry: {@link backoff} or `Retry-After`, at most an hour. */
export function retryDelay(clock: Clock, tries: number, maxDelayMs: number, askedMs = 0): number {
  return Math.max(backoff(clock, tries, maxDelayMs), Math.min(askedMs, MAX_RETRY_AFTER_MS));
}
