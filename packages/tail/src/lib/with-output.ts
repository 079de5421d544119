import type { CheckpointStore } from "@keywright/core/feeds";
import type { Sink } from "./sink.ts";

/**
 * A store whose checkpoints are had only together with the place that the lines go to: an output that another process has is refused, or stood by for, as a checkpoint is.
 *
 * The output comes second and is not waited for with the checkpoint in hand, so that two processes never wait for each other.
 */
export function withOutput(store: CheckpointStore, output: Pick<Sink, "open">): CheckpointStore {
  return {
    async acquire(stream) {
      const owned = await store.acquire(stream);
      try {
        await output.open();
        return owned;
      } catch (error) {
        await owned.release();
        throw error;
      }
    },
  };
}
