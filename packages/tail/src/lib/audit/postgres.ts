import { openPool } from "../connections/postgres-pool.ts";
import { sinkLabel } from "../settings/settings.ts";
import { copiesOf } from "./entry.ts";
import { parseExact } from "./exact-json.ts";
import type { OpenTarget } from "./target.ts";

/** A table of Postgres, which also has the position. */
export const openTable: OpenTarget<{ readonly url: string }> = async (job, { url }, context) => {
  const { postgresCheckpoints } = await import("@keywright/core/postgres");
  const { table = "keywright_events" } = job.sink;
  const pool = await openPool(url, sinkLabel(job), context);
  const query = async (text: string, values: readonly unknown[]) => (await pool.query<{ readonly [column: string]: unknown }>(text, [...values])).rows;
  const checkpoints = postgresCheckpoints({ query, clock: context.clock });
  return {
    peek: async (name) => checkpoints.peek?.(name),
    read: async () => async (keys) => {
      // Postgres takes no text with a null character, so it has no such id.
      const ids = keys.filter((key) => !key.includes("%00")).map((key) => decodeURIComponent(key));
      const rows = await query(`SELECT id, event::text AS json FROM ${table} WHERE stream = $1 AND id = ANY($2::text[])`, [job.stream, ids]);
      return copiesOf(rows.map(({ id, json }) => ({ key: encodeURIComponent(String(id)), value: parseExact(String(json)) })));
    },
    close: () => pool.end(),
  };
};
