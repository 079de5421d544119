import type { CheckpointStore, FeedPosition, OwnedCheckpoint } from "@keywright/core/feeds";
import { inUse } from "../own-store.ts";

/** Where a batch starts: the checkpoint before it. */
export interface Start {
  /** The name of the feed. */
  readonly name: string;
  readonly position: FeedPosition;
  readonly version: number;
  /** @throws CheckpointError `checkpoint-lost` if another owner has taken over, as far as the store checks it. */
  checkOwner(): Promise<unknown>;
}

/** A store that knows where the current batch starts. */
export interface StartStore extends CheckpointStore {
  /** Returns the start of the batch that is being handled; `undefined` if the store is not in use. */
  current(): Start | undefined;
}

/** Returns a store that keeps its checkpoints in another one. */
export function startStore(store: CheckpointStore): StartStore {
  let current: { name: string; position?: FeedPosition; version: number; checkOwner: () => Promise<unknown> } | undefined;
  return {
    current: () => (current?.position === undefined ? undefined : { ...current, position: current.position }),
    async acquire(name) {
      if (current !== undefined) throw inUse();
      const owned = await store.acquire(name);
      const own: typeof current = { name, version: 0, checkOwner: () => owned.load() };
      current = own;
      return {
        async load() {
          const loaded = await owned.load();
          if (loaded !== undefined) Object.assign(own, loaded);
          return loaded;
        },
        async save(position, version) {
          const saved = await owned.save(position, version);
          Object.assign(own, { position, version: saved });
          return saved;
        },
        async release() {
          if (current === own) current = undefined;
          await owned.release();
        },
      } satisfies OwnedCheckpoint;
    },
  };
}
