import { backoff, onAbort, wait } from "../clock.ts";
import type { Clock } from "../clock.ts";
import type { Batch, BatchHandler, FeedEvent, FeedOptions } from "./feed.ts";

/** The context in which a batch is handled. */
export interface HandleContext<Event> {
  readonly stream: string;
  readonly clock: Clock;
  /** Stops the feed: the handler then has `graceMs` left, and is not called again. */
  readonly signal: AbortSignal;
  readonly graceMs: number;
  readonly maxBackoffMs: number;
  readonly maxHandlerAttempts: number;
  readonly onPoison: NonNullable<FeedOptions<Event>["onPoison"]>;
  readonly emit: (event: FeedEvent) => void;
}

const ABANDONED = Symbol("abandoned");

/**
 * Calls the handler with a batch until it resolves.
 *
 * @returns Whether the batch may be committed; `false` if the feed was stopped before the handler
 * had finished.
 * @throws The handler's last error if all attempts have failed and `onPoison` is `"stop"`.
 */
export async function handleBatch<Event>(batch: Batch<Event>, handler: BatchHandler<Event>, context: HandleContext<Event>): Promise<boolean> {
  const { stream, clock, signal, maxHandlerAttempts, maxBackoffMs, onPoison, emit } = context;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await withinGrace((grace) => handler(batch, { attempt, signal: grace }), context)) !== ABANDONED;
    } catch (error) {
      const delayMs = attempt >= maxHandlerAttempts ? undefined : backoff(clock, attempt, maxBackoffMs);
      emit({ type: "handler-failed", stream, error, attempt, delayMs });
      if (delayMs === undefined) {
        if (onPoison === "stop") throw error;
        return (await withinGrace(() => onPoison(batch, error), context)) !== ABANDONED;
      }
      await wait(clock, delayMs, signal);
      if (signal.aborted) return false;
    }
  }
}

/** Waits for work to finish, or for the grace time after the feed was stopped. */
async function withinGrace(
  work: (grace: AbortSignal) => unknown,
  { clock, signal, graceMs }: Pick<HandleContext<unknown>, "clock" | "signal" | "graceMs">,
): Promise<unknown> {
  const grace = new AbortController();
  let timer: unknown;
  let forget: (() => void) | undefined;
  const graceOver = new Promise<typeof ABANDONED>((resolve) => {
    forget = onAbort(signal, () => {
      // Platform timers fire immediately if the delay is infinite.
      if (graceMs === Infinity) return;
      timer = clock.after(graceMs, () => {
        grace.abort(new DOMException("the feed was asked to stop, and the grace time is over", "AbortError"));
        resolve(ABANDONED);
      });
    });
  });
  try {
    return await Promise.race([work(grace.signal), graceOver]);
  } finally {
    forget?.();
    if (timer !== undefined) clock.clear(timer);
  }
}
