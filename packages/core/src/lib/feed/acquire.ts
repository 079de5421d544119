import type { Clock } from "../clock.ts";
import { isKeywrightError } from "../errors.ts";
import type { CheckpointStore, OwnedCheckpoint } from "./checkpoint.ts";
import type { FeedEvent } from "./feed-event.ts";
import { wait } from "./wait.ts";

/**
 * Takes a checkpoint, or stands by until whoever has it gives it free.
 *
 * @returns `undefined` where the feed was asked to stop before that.
 */
export async function acquire(
  store: CheckpointStore,
  stream: string,
  {
    standByMs,
    clock,
    signal,
    emit,
  }: { readonly standByMs: number | undefined; readonly clock: Clock; readonly signal: AbortSignal; readonly emit: (event: FeedEvent) => void },
): Promise<OwnedCheckpoint | undefined> {
  while (!signal.aborted) {
    try {
      return await store.acquire(stream);
    } catch (error) {
      if (standByMs === undefined || !isKeywrightError(error, "checkpoint-owned")) throw error;
      emit({ type: "standing-by", stream, delayMs: standByMs });
      await wait(clock, standByMs, signal);
    }
  }
  return undefined;
}
