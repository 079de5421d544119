import type { Environment } from "@keywright/core/node";
import { openPool } from "./postgres-pool.ts";
import { type Job, sinkLabel } from "./settings.ts";

/** Creates the tables of sinks and positions that are missing. */
export async function createTables(jobs: readonly Job[], env: Environment): Promise<void> {
  const [{ checkpointTable }, { eventTable }] = await Promise.all([import("@keywright/core/postgres"), import("@keywright/sinks/postgres")]);
  for (const job of jobs) {
    const { target, table } = job.sink;
    if (target.kind === "postgres") await runAll(target.url, env, sinkLabel(job), [eventTable({ table }), checkpointTable()]);
    if (job.checkpoint?.kind === "postgres") await runAll(job.checkpoint.url, env, "checkpoint", [checkpointTable()]);
  }
}

async function runAll(url: string, env: Environment, name: string, statements: readonly string[]): Promise<void> {
  const pool = await openPool(url, env, name);
  try {
    for (const statement of statements) await pool.query(statement);
  } finally {
    await pool.end();
  }
}
