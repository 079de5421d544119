import { type Checkpoint, CheckpointError, type CheckpointStore, type FeedPosition } from "@keywright/core/feeds";

/** A store whose leases expire at once: the last one who acquires it is the owner. */
export function leases(): CheckpointStore {
  let kept: { readonly position: FeedPosition; readonly version: number } | undefined;
  let owner = 0;
  return {
    async acquire() {
      owner += 1;
      const own = owner;
      const check = (): void => {
        if (own !== owner) throw new CheckpointError("checkpoint-lost", "another feed has acquired it");
      };
      return {
        async load() {
          check();
          return kept;
        },
        async save(position, version) {
          check();
          kept = { position, version: version + 1 };
          return version + 1;
        },
        release: async () => {},
      };
    },
  };
}

/** Returns the checkpoint in a store. */
export async function positionIn(store: CheckpointStore): Promise<Checkpoint> {
  const owned = await store.acquire("trialEvents");
  const kept = await owned.load();
  await owned.release();
  if (kept === undefined) throw new Error("there is no checkpoint");
  return kept;
}

/** Returns a store that begins with a checkpoint. */
export function copyOf(backup: Checkpoint): CheckpointStore {
  let kept = backup;
  return {
    acquire: async () => ({
      load: async () => kept,
      async save(position, version) {
        kept = { position, version: version + 1 };
        return kept.version;
      },
      release: async () => {},
    }),
  };
}
