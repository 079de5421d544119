import type { CheckpointStore } from "@keywright/core/feeds";
import type { Sink } from "./sink.ts";

/**
 * A store whose checkpoints are had only together with the place that the lines go to: an output that another process has is refused, or stood by for, as a checkpoint is.
 *
 * The output comes second and is not waited for with the checkpoint in hand, and it goes with the checkpoint, though other streams be under way: so two processes never wait for each other.
 */
export function withOutput(store: CheckpointStore, output: Pick<Sink, "open" | "close">): CheckpointStore {
  return {
    async acquire(stream) {
      const owned = await store.acquire(stream);
      try {
        await output.open();
      } catch (error) {
        await owned.release();
        throw error;
      }
      let released: Promise<void> | undefined;
      return { ...owned, release: () => (released ??= output.close().finally(() => owned.release())) };
    },
  };
}
