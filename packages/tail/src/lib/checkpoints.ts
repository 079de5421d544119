import type { Clock } from "@keywright/core";
import { type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { fileCheckpoint, localProcesses } from "@keywright/core/node";
import { postgresCheckpoints } from "@keywright/core/postgres";
import { type Database, openPool, queryOf, type PoolContext } from "./connections/postgres-pool.ts";
import type { Job, RemoteAddress } from "./settings/settings.ts";

/** The stores of positions that jobs use. */
export interface Checkpoints {
  storeOf(job: Job): Promise<CheckpointStore>;
  close(): Promise<void>;
}

/** Opens stores at their first use; jobs with the same address share the store and its renewals. */
export function openCheckpoints(context: PoolContext, clock: Clock): Checkpoints {
  const opened = new Map<string, Promise<{ readonly pool: Database; readonly store: CheckpointStore }>>();

  async function open(address: RemoteAddress) {
    const pool = await openPool(address, "checkpoint", context);
    return { pool, store: postgresCheckpoints({ query: queryOf(pool), clock, processes: localProcesses() }) };
  }

  return {
    async storeOf({ checkpoint }) {
      if (checkpoint === undefined) return memoryCheckpoints();
      if (checkpoint.kind === "file") return fileCheckpoint(checkpoint.path);
      const { url } = checkpoint;
      const store = opened.get(url) ?? open(checkpoint);
      opened.set(url, store);
      return (await store).store;
    },
    async close() {
      for (const store of opened.values()) await (await store).pool.end();
    },
  };
}
