import type { Clock } from "@keywright/core";
import { retryDelay, isApiError } from "@keywright/core/client";

/** What is polled, and how often. */
export interface Polling {
  readonly clock: Clock;
  readonly pollMs: number;
  /** The wait before the first poll. @default that between polls */
  readonly firstDelayMs?: number | undefined;
  /** Ends the polls, also one that is under way if it listens. */
  readonly signal: AbortSignal;
  /** @param isAsked Whether a caller wants it. */
  poll(isAsked: boolean): Promise<void>;
  /** Called after each poll with the next wait, and, if it failed, its error and the failures. */
  onEnd(end: { readonly durationMs: number; readonly delayMs: number; readonly failed?: { readonly error: unknown; readonly failures: number } }): void;
}

/** Polls that go on. */
export interface Polls {
  /** Polls now. Calls at the same time share a poll: the one after a poll that is running. */
  refresh(): Promise<void>;
  /** Ends the wait for the next poll, after `signal` has fired. */
  stop(): void;
}

// The longest wait after failures, unless the polls are less frequent or the service asks for more.
const MAX_BACKOFF_MS = 60_000;

/**
 * Polls forever, first after a wait. After a failure it waits about a second, then
 * longer each time.
 */
export function keepPolling({ clock, pollMs, firstDelayMs, signal, poll, onEnd }: Polling): Polls {
  let timer: unknown;
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let failures = 0;
  let isAsked = false;

  function wait(delayMs: number): void {
    if (signal.aborted) return;
    timer = clock.after(delayMs, () => void begin().catch(() => {}));
    // A cache alone does not keep its program running.
    if (typeof timer === "object" && timer !== null && "unref" in timer && typeof timer.unref === "function") timer.unref();
  }

  async function once(): Promise<void> {
    signal.throwIfAborted();
    clock.clear(timer);
    const beganAt = clock.now();
    const end = (delayMs: number, failed?: { readonly error: unknown; readonly failures: number }): void => {
      wait(delayMs);
      onEnd({ durationMs: clock.now() - beganAt, delayMs, ...(failed && { failed }) });
    };
    const isWanted = isAsked;
    isAsked = false;
    try {
      await poll(isWanted);
    } catch (error) {
      signal.throwIfAborted();
      failures += 1;
      end(delayAfter(error), { error, failures });
      throw error;
    }
    signal.throwIfAborted();
    failures = 0;
    end(Math.max(0, beganAt + interval() - clock.now()));
  }

  /** Up to a fifth less, so that programs that start together do not poll together. */
  function interval(): number {
    return pollMs * (1 - clock.random() / 5);
  }

  function delayAfter(error: unknown): number {
    return retryDelay(clock, failures, Math.max(pollMs, MAX_BACKOFF_MS), isApiError(error) ? error.retryAfterMs : undefined);
  }

  function refresh(): Promise<void> {
    isAsked = true;
    return begin();
  }

  function begin(): Promise<void> {
    next ??= running
      .catch(() => {})
      .then(() => {
        next = undefined;
        return (running = once());
      });
    return next;
  }

  wait(firstDelayMs ?? interval());
  return { refresh, stop: () => clock.clear(timer) };
}
