import { backoff, type Clock, wait } from "../clock.ts";
import type { AnyErrorCode } from "../error-codes.ts";
import { isKeywrightError, type KeywrightError } from "../errors.ts";
import type { CheckpointStore, OwnedCheckpoint } from "./checkpoint.ts";
import type { FeedEvent } from "./feed.ts";

/** The context in which a feed uses its store. */
export interface StoreContext {
  readonly stream: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly maxBackoffMs: number;
  readonly giveUpAfterMs: number;
  readonly standByMs: number | undefined;
  readonly emit: (event: FeedEvent) => void;
}

/** Errors after which a feed in stand-by continues to wait. */
const STAND_BY_CODES: readonly AnyErrorCode[] = ["checkpoint-owned", "checkpoint-unavailable"];

/**
 * Acquires a checkpoint. Waits while the store is unavailable, and for another owner: in stand-by
 * without end, otherwise until its lease ends. `undefined` if the feed is stopped before.
 */
export async function acquire(store: CheckpointStore, name: string, context: StoreContext): Promise<OwnedCheckpoint | undefined> {
  const { stream, clock, signal, standByMs, emit } = context;
  const afterFailure = createDelays(context);
  // A store that has reported an owner works, so a later failure is temporary.
  let hasOwner = false;
  let hasWaited = false;
  while (!signal.aborted) {
    try {
      return patient(await store.acquire(name), context);
    } catch (error) {
      const isOwned = isKeywrightError(error, "checkpoint-owned");
      hasOwner ||= isOwned;
      if (standByMs !== undefined && hasOwner && isKeywrightError(error) && STAND_BY_CODES.includes(error.code)) {
        emit({ type: "standing-by", stream, delayMs: standByMs });
        await wait(clock, standByMs, signal);
        continue;
      }
      const leftMs = isOwned && !hasWaited ? retryAfterOf(error) : undefined;
      if (leftMs === undefined) await wait(clock, afterFailure(error), signal);
      else {
        hasWaited = true;
        emit({ type: "waiting-for-lease", stream, delayMs: leftMs });
        await wait(clock, leftMs, signal);
      }
    }
  }
  return undefined;
}

/** Returns a checkpoint that retries an unavailable store, at last once after the feed's stop. */
function patient(checkpoint: OwnedCheckpoint, context: StoreContext): OwnedCheckpoint {
  const { clock, signal } = context;

  async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
    const afterFailure = createDelays(context);
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (signal.aborted) throw error;
        await wait(clock, afterFailure(error), signal);
      }
    }
  }

  return {
    load: () => retried(() => checkpoint.load()),
    save: (position, version) => retried(() => checkpoint.save(position, version)),
    release: () => checkpoint.release(),
  };
}

/** Returns the waits between failures of the store. Throws what waiting does not help. */
function createDelays({ stream, clock, maxBackoffMs, giveUpAfterMs, emit }: StoreContext): (error: unknown) => number {
  const began = clock.now();
  let failures = 0;
  return (error) => {
    if (!isKeywrightError(error, "checkpoint-unavailable") || retryAfterOf(error) === undefined || clock.now() - began >= giveUpAfterMs) throw error;
    failures += 1;
    const delayMs = backoff(clock, failures, maxBackoffMs);
    emit({ type: "trouble", stream, error, failures, delayMs });
    return delayMs;
  };
}

/** Also of an error of another copy of these packages. */
function retryAfterOf(error: KeywrightError): number | undefined {
  const value: unknown = Reflect.get(error, "retryAfterMs");
  return typeof value === "number" ? value : undefined;
}
