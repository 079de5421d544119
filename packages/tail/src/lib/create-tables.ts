import { openPool, type PoolContext } from "./connections/postgres-pool.ts";
import { type Job, sinkLabel } from "./settings/settings.ts";

/** Creates the tables of sinks and positions that are missing. */
export async function createTables(jobs: readonly Job[], context: PoolContext): Promise<void> {
  const [{ checkpointTable }, { eventTable }] = await Promise.all([import("@keywright/core/postgres"), import("@keywright/sinks/postgres")]);
  for (const job of jobs) {
    const { address, table } = job.sink;
    if (address.kind === "postgres") await runAll(address.url, sinkLabel(job), context, [eventTable({ table }), checkpointTable()]);
    if (job.checkpoint?.kind === "postgres") await runAll(job.checkpoint.url, "checkpoint", context, [checkpointTable()]);
  }
}

async function runAll(url: string, name: string, context: PoolContext, statements: readonly string[]): Promise<void> {
  const pool = await openPool(url, name, context);
  try {
    for (const statement of statements) await pool.query(statement);
  } finally {
    await pool.end();
  }
}
