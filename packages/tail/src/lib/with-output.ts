import type { CheckpointStore } from "@keywright/core/feeds";
import type { Sink } from "./sink.ts";

/**
 * Returns a store that acquires each checkpoint together with the output. If another process has the output, acquiring fails as for a checkpoint.
 *
 * The output is acquired second, and released with the checkpoint even if other streams still run, so two processes never wait for each other.
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
