import type { PartResult, SinkRecord } from "../sink.ts";
import type { PgQuery } from "./transaction.ts";

/** Inserts records, and counts those whose id the table has. */
export async function insertInto<Event>(table: string, stream: string, records: readonly SinkRecord<Event>[], query: PgQuery): Promise<PartResult<Event>> {
  // Postgres parses each event once, and JSON on one line needs no escapes. One JSON text for all rows takes twice as long.
  const [row] = await query(
    `WITH stored AS (INSERT INTO ${table} (stream, id, type, time, event) SELECT $1::text, id, type, time, event::jsonb ` +
      "FROM unnest($2::text[], $3::text[], $4::timestamptz[], string_to_array($5, E'\\n')) AS given (id, type, time, event) " +
      "ON CONFLICT DO NOTHING RETURNING 1) SELECT count(*)::int AS stored FROM stored",
    [
      stream,
      records.map(({ id }) => id),
      records.map(({ type }) => type ?? null),
      records.map(({ time }) => time ?? null),
      records.map(({ json }) => json).join("\n"),
    ],
  );
  return { repeated: records.length - Number(row?.["stored"]) };
}
