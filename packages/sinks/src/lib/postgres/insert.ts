import { SinkError } from "../sink-error.ts";
import type { PartResult, SinkRecord } from "../sink.ts";
import type { PgQuery } from "./transaction.ts";

// RFC 3339 §5.6, because Postgres also reads words, such as `now`. It checks the calendar date.
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]([01]\d|2[0-3]):\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/;

/** Where records belong in a table. */
export interface Place {
  readonly table: string;
  readonly stream: string;
  /** Absent: the table has no column for it. */
  readonly account?: string;
}

/** Inserts records, and finds those whose id the table has. */
export async function insertInto<Event>({ table, stream, account }: Place, records: readonly SinkRecord<Event>[], query: PgQuery): Promise<PartResult<Event>> {
  const [column, value, isOwn, own] = account === undefined ? ["", "", "", []] : ["account, ", "$6::text, ", "kept.account = $4 AND ", [account]];
  const taken = records.filter(({ time }) => time === undefined || DATE_TIME.test(time));
  const others = taken.length === records.length ? [] : records.filter((record) => !taken.includes(record));
  const rejected = others.map((record) => ({ record, reason: new SinkError("rejected", "the time of the event is not a date-time of RFC 3339") }));
  if (taken.length === 0) return { rejected };
  const ids = taken.map(({ id }) => id);
  const events = taken.map(({ json }) => json).join("\n");
  // Postgres parses each event once. One JSON text for all rows takes twice as long.
  const [row] = await query(
    `WITH stored AS (INSERT INTO ${table} (${column}stream, id, type, time, event) SELECT ${value}$1::text, id, type, time, event::jsonb ` +
      "FROM unnest($2::text[], $3::text[], $4::timestamptz[], string_to_array($5, E'\\n')) AS given (id, type, time, event) " +
      "ON CONFLICT DO NOTHING RETURNING 1) SELECT count(*)::int AS stored FROM stored",
    [stream, ids, taken.map(({ type }) => type ?? null), taken.map(({ time }) => time ?? null), events, ...own],
  );
  const repeated = taken.length - Number(row?.["stored"]);
  if (repeated === 0) return { rejected };
  const differing = await query(
    "SELECT DISTINCT id FROM unnest($2::text[], string_to_array($3, E'\\n')) AS given (id, event) " +
      `WHERE NOT EXISTS (SELECT FROM ${table} AS kept WHERE ${isOwn}kept.stream = $1 AND kept.id = given.id AND kept.event = given.event::jsonb)`,
    [stream, ids, events, ...own],
  );
  return { rejected, repeated, differing: differing.map(({ id }) => String(id)) };
}
