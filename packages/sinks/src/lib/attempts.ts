import type { Clock } from "@keywright/core";
import { retryDelay, wait } from "@keywright/core/client";
import { isSinkError, SinkError } from "./sink-error.ts";

/** When and how often an attempt is repeated. */
export interface AttemptContext {
  readonly clock: Clock;
  /** Ends the attempts. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBackoffMs: number;
  readonly giveUpAfterMs: number;
  /** Called before each wait. */
  readonly onRetry: (error: SinkError, failures: number, delayMs: number) => void;
}

/** Repeats work until the target is available. */
export async function repeatWhileUnavailable<Result>(work: (signal: AbortSignal) => Promise<Result>, context: AttemptContext): Promise<Result> {
  const { clock, signal, maxBackoffMs, giveUpAfterMs, onRetry } = context;
  const began = clock.now();
  for (let failures = 1; ; failures += 1) {
    signal.throwIfAborted();
    try {
      return await inTime(work, context);
    } catch (error) {
      signal.throwIfAborted();
      if (!isSinkError(error, "unavailable") || clock.now() - began >= giveUpAfterMs) throw error;
      const delayMs = retryDelay(clock, failures, maxBackoffMs, error.retryAfterMs);
      onRetry(error, failures, delayMs);
      await wait(clock, delayMs, signal);
    }
  }
}

/** Does not wait for work that ignores its signal, because a client library may hang. */
async function inTime<Result>(work: (signal: AbortSignal) => Promise<Result>, { clock, signal, timeoutMs }: AttemptContext): Promise<Result> {
  const over = new AbortController();
  const ended = new AbortController();
  const stop = (): void => over.abort(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const timer = clock.after(timeoutMs, () => over.abort(new SinkError("unavailable", `the target did not respond within ${timeoutMs} ms`)));
  const late = new Promise<never>((_resolve, reject) => {
    over.signal.addEventListener("abort", () => reject(over.signal.reason), { signal: ended.signal });
  });
  try {
    return await Promise.race([work(over.signal), late]);
  } finally {
    clock.clear(timer);
    signal.removeEventListener("abort", stop);
    ended.abort();
  }
}
