import type { Pool } from "pg";
import { openPool, type PoolContext } from "./connections/postgres-pool.ts";
import type { Log } from "./report/log.ts";
import { type Settings, sinkLabel } from "./settings/settings.ts";

/**
 * Creates the tables of sinks and positions that are missing, and logs which those are.
 *
 * @param isFleet Whether they are those of a fleet.
 */
export async function createTables({ jobs, quiet }: Settings, isFleet: boolean, context: PoolContext, log: Log): Promise<void> {
  const [{ checkpointTable, fleetTable }, { eventTable }] = await Promise.all([import("@keywright/core/postgres"), import("@keywright/sinks/postgres")]);
  const create = async (url: string, name: string, statements: readonly string[]): Promise<void> => {
    // An index of a large table takes long.
    const pool = await openPool(url, name, { ...context, queryMs: 0 });
    try {
      const before = await tablesOf(pool);
      for (const statement of statements) await pool.query(statement);
      const made = (await tablesOf(pool)).filter((table) => !before.includes(table));
      if (quiet) return;
      log.write({
        level: "info",
        event: "tables",
        message: `${made.length === 0 ? "all tables exist" : `created ${made.join(" and ")}`} in ${url}`,
        details: { created: made },
      });
    } finally {
      await pool.end();
    }
  };
  const databases = new Map<string, { readonly url: string; readonly name: string; readonly statements: Set<string> }>();
  const add = (url: string, name: string, ...statements: readonly string[]): void => {
    const known = databases.get(`${name} ${url}`) ?? { url, name, statements: new Set() };
    databases.set(`${name} ${url}`, known);
    for (const statement of statements) known.statements.add(statement);
  };
  for (const job of jobs) {
    const { address, table } = job.sink;
    if (address.kind === "postgres") add(address.url, sinkLabel(job), eventTable({ table, accounts: isFleet }), isFleet ? fleetTable() : checkpointTable());
    if (job.checkpoint?.kind === "postgres") add(job.checkpoint.url, "checkpoint", checkpointTable());
  }
  for (const { url, name, statements } of databases.values()) await create(url, name, [...statements]);
}

async function tablesOf(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ readonly name: string }>(
    "SELECT schemaname || '.' || tablename AS name FROM pg_catalog.pg_tables WHERE schemaname !~ '^(pg_|information_schema$)' ORDER BY name",
  );
  return rows.map(({ name }) => name);
}
