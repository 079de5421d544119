import type { Clock } from "../clock.ts";
import { onAbort } from "../on-abort.ts";

/** Waits a time, or until a signal fires: the caller looks at the signal to know which. */
export function wait(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    // A signal that has fired calls back at once, before there is anything to forget.
    let forget: (() => void) | undefined;
    const end = (): void => {
      clock.clear(timer);
      forget?.();
      resolve();
    };
    const timer = clock.after(delayMs, end);
    forget = onAbort(signal, end);
  });
}

/** The wait before trying for the nth time again: about a second, twice as long each time, by chance up to a half shorter. */
export function backoff(clock: Clock, tries: number, maxDelayMs: number): number {
  return Math.min(maxDelayMs, 1000 * 2 ** Math.min(tries - 1, 30)) * (1 - clock.random() / 2);
}
