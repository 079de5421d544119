import type { Clock } from "@keywright/core";
import { type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { fileCheckpoint, localProcesses } from "@keywright/core/node";
import { postgresCheckpoints } from "@keywright/core/postgres";
import type { Pool } from "pg";
import { openPool, queryOf, type PoolContext } from "./connections/postgres-pool.ts";
import type { Job } from "./settings/settings.ts";

/** The stores of positions that jobs use. */
export interface Checkpoints {
  storeOf(job: Job): Promise<CheckpointStore>;
  close(): Promise<void>;
}

/** Opens stores at their first use; jobs with the same address share the store and its renewals. */
export function openCheckpoints(context: PoolContext, clock: Clock): Checkpoints {
  const opened = new Map<string, Promise<{ readonly pool: Pool; readonly store: CheckpointStore }>>();

  async function open(url: string) {
    const pool = await openPool(url, "checkpoint", context);
    return { pool, store: postgresCheckpoints({ query: queryOf(pool), clock, processes: localProcesses() }) };
  }

  return {
    async storeOf({ checkpoint }) {
      if (checkpoint === undefined) return memoryCheckpoints();
      if (checkpoint.kind === "file") return fileCheckpoint(checkpoint.path);
      const { url } = checkpoint;
      const store = opened.get(url) ?? open(url);
      opened.set(url, store);
      return (await store).store;
    },
    async close() {
      for (const store of opened.values()) await (await store).pool.end();
    },
  };
}
