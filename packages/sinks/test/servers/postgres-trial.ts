import { Pool } from "pg";
import { checkpointTable } from "@keywright/core/postgres";
import { eventTable, type PgClient, type PgPool, postgresSink } from "../../src/postgres.ts";
import type { SinkTrial, TrialEvent, TrialFault } from "../../src/sink-rules.ts";

let tables = 0;

/** Creates new tables in a Postgres, and a pool whose statements fail on demand. */
export async function postgresTrial(url: string, { months = false } = {}): Promise<SinkTrial> {
  const pool = new Pool({ connectionString: url, max: 30 });
  pool.on("error", () => {});
  tables += 1;
  const names = { table: `events_${tables}`, checkpointTable: `checkpoints_${tables}` };
  await pool.query(eventTable({ table: names.table, ...(months && { months: { from: "2026-03", count: 2 } }) }));
  await pool.query(checkpointTable(names.checkpointTable));
  const faults: TrialFault[] = [];
  return {
    open(options) {
      const sink = postgresSink<TrialEvent>({ ...options, ...names, leaseMs: 2000, pool: failing(pool, faults) });
      return { sink, store: sink };
    },
    fail: (fault, times) => void faults.push(...Array.from({ length: times }, () => fault)),
    async stored() {
      // By time first, because Postgres may put a row into the space of one that a rollback left before.
      const { rows } = await pool.query<{ readonly event: TrialEvent }>(`SELECT event FROM ${names.table} ORDER BY stored_at, ctid`);
      return rows.map(({ event }) => event);
    },
    poisoned: (event) => ({ ...event, text: "a \u0000 character, which jsonb cannot have" }),
    async end() {
      // A connection that hangs on purpose is never released.
      void pool.end();
    },
  };
}

const INSERT = /^WITH stored/;

/** Takes the next fault at an insert; `late` then happens at the commit. */
function failing(pool: Pool, faults: TrialFault[]): PgPool {
  return {
    query: (text, values) => pool.query(text, values),
    async connect(): Promise<PgClient> {
      const client = await pool.connect();
      let atCommit: TrialFault | undefined;
      return {
        async query(text, values) {
          const fault = INSERT.test(text) && atCommit === undefined ? faults.shift() : undefined;
          if (fault === "late") atCommit = fault;
          if (fault === "error") throw Object.assign(new Error("the database system is starting up"), { code: "57P03" });
          if (fault === "hang") return new Promise(() => {});
          const result = await client.query(text, values);
          if (fault === "half") await client.query("SELECT pg_terminate_backend(pg_backend_pid())");
          if (text === "COMMIT" && atCommit === "late") throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
          return result;
        },
        release: (isBroken) => client.release(isBroken),
        on: (event, listener) => client.on(event, listener),
        off: (event, listener) => client.off(event, listener),
      };
    },
  };
}
