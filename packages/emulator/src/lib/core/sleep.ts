import type { Clock } from "./clock.ts";

/** Waits for a delay on a clock; with `Infinity`, until the signal aborts. Rejects with the signal's reason if it aborts first. */
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
