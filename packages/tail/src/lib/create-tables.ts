import { openPool, type PoolContext } from "./postgres-pool.ts";
import { type Job, sinkLabel } from "./settings.ts";

/** Creates the tables of sinks and positions that are missing. */
export async function createTables(jobs: readonly Job[], context: PoolContext): Promise<void> {
  const [{ checkpointTable }, { eventTable }] = await Promise.all([import("@keywright/core/postgres"), import("@keywright/sinks/postgres")]);
  for (const job of jobs) {
    const { target, table } = job.sink;
    if (target.kind === "postgres") await runAll(target.url, sinkLabel(job), context, [eventTable({ table }), checkpointTable()]);
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
