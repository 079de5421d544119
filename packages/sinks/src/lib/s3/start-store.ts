import type { Checkpoint, CheckpointStore, OwnedCheckpoint } from "@keywright/core/feeds";
import { oneFeedAtATime } from "../own-store.ts";

/** Where a batch starts: the checkpoint before it. */
export interface Start extends Checkpoint {
  /** The name of the feed. */
  readonly name: string;
  /** Whether the position is of an earlier run, which may have written this batch as well. */
  readonly isLoaded: boolean;
  /** @throws CheckpointError `checkpoint-lost` if the store sees another owner. */
  checkOwner(): Promise<unknown>;
}

/** A store that knows where the current batch starts. */
export interface StartStore extends CheckpointStore {
  /** Returns the start of the current batch; `undefined` if the store is not in use. */
  current(): Start | undefined;
}

interface Current {
  readonly name: string;
  readonly owned: OwnedCheckpoint;
  at?: Checkpoint | undefined;
  isLoaded?: boolean;
}

/** Returns a store that keeps its checkpoints in another one. */
export function startStore(store: CheckpointStore): StartStore {
  let current: Current | undefined;
  return {
    current() {
      if (current?.at === undefined) return undefined;
      const { name, owned, at, isLoaded = false } = current;
      return { ...at, name, isLoaded, checkOwner: () => owned.load() };
    },
    acquire: oneFeedAtATime(async (name) => {
      const owned = await store.acquire(name);
      const own: Current = { name, owned };
      current = own;
      return {
        async load() {
          own.at = await owned.load();
          own.isLoaded = true;
          return own.at;
        },
        async save(position, version) {
          own.at = { position, version: await owned.save(position, version) };
          own.isLoaded = false;
          return own.at.version;
        },
        async release() {
          if (current === own) current = undefined;
          await owned.release();
        },
      };
    }),
  };
}
