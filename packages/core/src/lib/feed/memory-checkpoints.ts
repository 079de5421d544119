import { CheckpointError } from "../errors.ts";
import type { Checkpoint, CheckpointStore } from "./checkpoint.ts";

/** Keeps checkpoints as long as the program runs: for tests, and for feeds that begin anew with each start. */
export function memoryCheckpoints(): CheckpointStore {
  const kept = new Map<string, Checkpoint>();
  const owned = new Set<string>();
  return {
    async acquire(stream) {
      if (owned.has(stream))
        throw new CheckpointError("checkpoint-owned", `the checkpoint of ${stream} is in use by another feed of this program: stop that one first`);
      owned.add(stream);
      let mine = true;
      return {
        load: async () => kept.get(stream),
        async save(position, version) {
          const present = kept.get(stream)?.version ?? 0;
          if (!mine || present !== version)
            throw new CheckpointError(
              "checkpoint-lost",
              `the checkpoint of ${stream} was ${mine ? `saved meanwhile: expected version ${version}, found ${present}` : "released before this save"}`,
            );
          kept.set(stream, { position, version: version + 1 });
          return version + 1;
        },
        async release() {
          if (mine) owned.delete(stream);
          mine = false;
        },
      };
    },
  };
}
