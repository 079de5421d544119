import type { PostgresQuery } from "@keywright/core/postgres";
import type { PartResult, SinkRecord } from "../sink.ts";

/** Inserts records, and counts those whose id the table has. */
export async function insertInto<Event>(
  table: string,
  stream: string,
  records: readonly SinkRecord<Event>[],
  query: PostgresQuery,
): Promise<PartResult<Event>> {
  const [row] = await query(
    "WITH given AS (SELECT * FROM json_to_recordset($2::text::json) AS r (id text, type text, time timestamptz, event jsonb)), " +
      `stored AS (INSERT INTO ${table} (stream, id, type, time, event) SELECT $1::text, id, type, time, event FROM given ON CONFLICT DO NOTHING RETURNING 1) ` +
      "SELECT count(*)::int AS stored FROM stored",
    [stream, `[${records.map(rowOf).join(",")}]`],
  );
  return { repeated: records.length - Number(row?.["stored"]) };
}

/** A row as JSON. Only the event is JSON already. */
function rowOf({ id, type, time, json }: SinkRecord<unknown>): string {
  return `{"id":${JSON.stringify(id)},"type":${JSON.stringify(type ?? null)},"time":${JSON.stringify(time ?? null)},"event":${json}}`;
}
