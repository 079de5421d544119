import { SinkError } from "./sink-error.ts";
import type { SinkOptions, SinkRecord } from "./sink.ts";

/** Events to write together, or one event that cannot be written. */
export type Piece<Event> = { readonly records: readonly SinkRecord<Event>[] } | { readonly event: Event; readonly reason: SinkError };

type Shape<Event> = Pick<SinkOptions<Event>, "idOf" | "timeOf" | "typeOf" | "toJson">;

/** Divides events by number and size. Only one piece is in memory at a time. */
export function* divide<Event>(events: readonly Event[], shape: Shape<Event>, maxEvents: number, maxBytes: number): Generator<Piece<Event>, void, undefined> {
  let records: SinkRecord<Event>[] = [];
  let bytes = 0;
  for (const event of events) {
    const record = recordOf(event, shape);
    const size = record instanceof SinkError ? 0 : record.bytes;
    const isFull = records.length > 0 && (records.length >= maxEvents || bytes + size > maxBytes);
    if (isFull || record instanceof SinkError) {
      if (records.length > 0) yield { records };
      records = [];
      bytes = 0;
    }
    if (record instanceof SinkError) yield { event, reason: record };
    else {
      records.push(record);
      bytes += size;
    }
  }
  if (records.length > 0) yield { records };
}

/** The size of records together. */
export function bytesOf(records: readonly SinkRecord<unknown>[]): number {
  return records.reduce((sum, { bytes }) => sum + bytes, 0);
}

const ENCODER = new TextEncoder();

function recordOf<Event>(event: Event, { idOf, timeOf, typeOf, toJson = JSON.stringify }: Shape<Event>): SinkRecord<Event> | SinkError {
  try {
    const id = idOf(event);
    // A rounded id may be that of another event.
    const isExact = typeof id === "bigint" || Number.isSafeInteger(id);
    if (!isExact && !isIdText(id)) return new SinkError("rejected", "the event has no id: expected a text or an exact whole number");
    const json: unknown = toJson(event);
    if (typeof json !== "string" || json.includes("\n") || json.includes("\r")) return new SinkError("rejected", "the event is not JSON on one line");
    return { id: String(id), time: textOf(timeOf?.(event)), type: textOf(typeOf?.(event)), json, bytes: ENCODER.encode(json).length, event };
  } catch (cause) {
    return new SinkError("rejected", "the event cannot be read", { cause });
  }
}

/** A half of a surrogate pair becomes U+FFFD in UTF-8, so two such ids would be one. */
function isIdText(id: unknown): boolean {
  return typeof id === "string" && id !== "" && !/\p{Surrogate}/u.test(id);
}

/** An event of the service may have another value, or an empty text, in place of a text. */
function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The id of a record among all streams, fit for headers. Two records never have the same one. */
export function uidOf(stream: string, { id }: SinkRecord<unknown>): string {
  return `${stream}:${encodeURIComponent(id)}`;
}
