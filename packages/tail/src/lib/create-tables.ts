import type { Pool } from "pg";
import { openPool, type PoolContext } from "./connections/postgres-pool.ts";
import type { Log } from "./report/log.ts";
import { type Settings, sinkLabel } from "./settings/settings.ts";

/** Creates the tables of sinks and positions that are missing, and logs which those are. */
export async function createTables({ jobs, quiet }: Settings, context: PoolContext, log: Log): Promise<void> {
  const [{ checkpointTable }, { eventTable }] = await Promise.all([import("@keywright/core/postgres"), import("@keywright/sinks/postgres")]);
  const create = async (url: string, name: string, statements: readonly string[]): Promise<void> => {
    const pool = await openPool(url, name, context);
    try {
      const before = await tablesOf(pool);
      for (const statement of statements) await pool.query(statement);
      const made = (await tablesOf(pool)).filter((table) => !before.includes(table));
      if (quiet) return;
      log.write({
        level: "info",
        event: "tables",
        message: `${made.length === 0 ? "there are all tables" : `created ${made.join(" and ")}`} in ${url}`,
        details: { created: made },
      });
    } finally {
      await pool.end();
    }
  };
  for (const job of jobs) {
    const { address, table } = job.sink;
    if (address.kind === "postgres") await create(address.url, sinkLabel(job), [eventTable({ table }), checkpointTable()]);
    if (job.checkpoint?.kind === "postgres") await create(job.checkpoint.url, "checkpoint", [checkpointTable()]);
  }
}

async function tablesOf(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly name: string }>(
    "SELECT schemaname || '.' || tablename AS name FROM pg_catalog.pg_tables WHERE schemaname !~ '^(pg_|information_schema$)' ORDER BY name",
  );
  return rows.map(({ name }) => name);
}
