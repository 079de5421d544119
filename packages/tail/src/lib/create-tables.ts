import { UsageError } from "@keywright/cli-kit";
import { type Database, openPool, type PoolContext } from "./connections/postgres-pool.ts";
import type { Log } from "./report/log.ts";
import { type RemoteAddress, type Settings, sinkLabel } from "./settings/settings.ts";

/**
 * Creates the tables of sinks and positions that are missing, and logs which those are.
 *
 * @param isFleet Whether they are those of a fleet.
 */
export async function createTables({ jobs, quiet }: Settings, isFleet: boolean, context: PoolContext, log: Log): Promise<void> {
  const [{ checkpointTable, fleetTable }, { eventTable }] = await Promise.all([import("@keywright/core/postgres"), import("@keywright/sinks/postgres")]);
  const create = async ({ address, name, statements, tables }: Schema): Promise<void> => {
    // An index of a large table takes long.
    const pool = await openPool(address, name, { ...context, queryMs: 0 });
    try {
      const before = await tablesOf(pool);
      for (const table of tables) await checkAccounts(pool, table, isFleet);
      for (const statement of statements) await pool.query(statement);
      const made = (await tablesOf(pool)).filter((table) => !before.includes(table));
      if (quiet) return;
      log.write({
        level: "info",
        event: "tables",
        message: `${made.length === 0 ? "all tables exist" : `created ${made.join(" and ")}`} in ${address.url}`,
        details: { created: made },
      });
    } finally {
      await pool.end();
    }
  };
  const databases = new Map<string, Schema>();
  const add = (address: RemoteAddress, name: string, ...statements: readonly string[]): Schema => {
    const known = databases.get(`${name} ${address.url}`) ?? { address, name, statements: new Set(), tables: new Set() };
    databases.set(`${name} ${address.url}`, known);
    for (const statement of statements) known.statements.add(statement);
    return known;
  };
  for (const job of jobs) {
    const { address, table = "keywright_events" } = job.sink;
    if (address.kind === "postgres")
      add(address, sinkLabel(job), eventTable({ table, accounts: isFleet }), isFleet ? fleetTable() : checkpointTable()).tables.add(table);
    if (job.checkpoint?.kind === "postgres") add(job.checkpoint, "checkpoint", checkpointTable());
  }
  for (const database of databases.values()) await create(database);
}

/** A database, what is run there, and its tables of events. */
interface Schema {
  readonly address: RemoteAddress;
  readonly name: string;
  readonly statements: Set<string>;
  readonly tables: Set<string>;
}

/** @throws UsageError if a table exists and is of the other kind. */
async function checkAccounts(pool: Database, table: string, isFleet: boolean): Promise<void> {
  const { rows } = await pool.query(
    "SELECT (SELECT count(*) > 0 FROM pg_catalog.pg_attribute WHERE attrelid = found AND attname = 'account' AND NOT attisdropped) AS has " +
      "FROM to_regclass($1) AS found WHERE found IS NOT NULL",
    [table],
  );
  const [existing] = rows;
  if (existing === undefined || existing["has"] === isFleet) return;
  const problem = isFleet ? "has no column account, which a fleet needs" : "has the column account, which only a fleet writes";
  throw new UsageError(`the table ${table} exists and ${problem}: use another --table`);
}

async function tablesOf(pool: Database): Promise<readonly string[]> {
  const { rows } = await pool.query(
    "SELECT schemaname || '.' || tablename AS name FROM pg_catalog.pg_tables WHERE schemaname !~ '^(pg_|information_schema$)' ORDER BY name",
  );
  return rows.map(({ name }) => String(name));
}
