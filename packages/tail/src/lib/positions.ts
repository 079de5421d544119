import type { Clock } from "@keywright/core";
import { type CheckpointStore, memoryCheckpoints } from "@keywright/core/feeds";
import { type Environment, fileCheckpoint } from "@keywright/core/node";
import { postgresCheckpoints } from "@keywright/core/postgres";
import type { Pool } from "pg";
import { openPool } from "./postgres-pool.ts";
import type { Job } from "./settings.ts";

/** The stores of positions that jobs use. */
export interface Positions {
  storeOf(job: Job): Promise<CheckpointStore>;
  close(): Promise<void>;
}

type Row = { readonly [column: string]: unknown };

/** Opens stores when they are first used; jobs with the same address share the connections. */
export function openPositions(env: Environment, clock: Clock): Positions {
  const pools = new Map<string, Promise<Pool>>();
  return {
    async storeOf({ checkpoint }) {
      if (checkpoint === undefined) return memoryCheckpoints();
      if (checkpoint.kind === "file") return fileCheckpoint(checkpoint.path);
      const { url } = checkpoint;
      const pool = pools.get(url) ?? openPool(url, env, "checkpoint");
      pools.set(url, pool);
      const opened = await pool;
      return postgresCheckpoints({ query: async (text, values) => (await opened.query<Row>(text, [...values])).rows, clock });
    },
    async close() {
      for (const pool of pools.values()) await (await pool).end();
    },
  };
}
