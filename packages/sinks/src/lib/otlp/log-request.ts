import { uidOf } from "../parts.ts";
import type { SinkRecord } from "../sink.ts";

/** Where log records come from. */
export interface LogOrigin {
  readonly stream: string;
  /** Attributes of the resource. */
  readonly resource: { readonly [name: string]: string };
  /** The current time, in milliseconds since 1970. */
  readonly wallNow: number;
}

/**
 * Returns an ExportLogsServiceRequest as "OTLP Specification", "JSON Protobuf Encoding" defines it: names in lowerCamelCase, and 64-bit integers as decimal strings.
 *
 * The body of a record is the event as JSON in a string, because numbers of an event may not fit the numbers of the protocol. `log.record.uid` is the attribute of the semantic conventions by
 * which a receiver can remove a record that comes again; ids are unique in their stream alone.
 */
export function logRequest(records: readonly SinkRecord<unknown>[], { stream, resource, wallNow }: LogOrigin): object {
  const observedTimeUnixNano = String(BigInt(Math.round(wallNow)) * NANOS_PER_MS);
  const logRecords = records.map((record) => ({
    timeUnixNano: nanosOf(record.time),
    observedTimeUnixNano,
    body: { stringValue: record.json },
    eventName: record.type,
    attributes: attributesOf({ "log.record.uid": uidOf(stream, record) }),
  }));
  const scope = { name: "@keywright/sinks" };
  return { resourceLogs: [{ resource: { attributes: attributesOf(resource) }, scopeLogs: [{ scope, logRecords }] }] };
}

const NANOS_PER_MS = 1_000_000n;

// A number of 64 bits ends on 2554-07-21. A receiver rejects the whole request for a later time.
const END_MS = Number(2n ** 64n / NANOS_PER_MS) - 1000;

/** Nanoseconds since 1970 of an RFC 3339 time, without rounding it to milliseconds; `undefined` if it is none, or before 1970, or too late for the protocol. */
function nanosOf(time: string | undefined): string | undefined {
  const [, seconds, fraction = "", zone] = /^(.{19})(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/.exec(time?.toUpperCase() ?? "") ?? [];
  const at = Date.parse(`${seconds}${zone}`);
  return at >= 0 && at <= END_MS ? String(BigInt(at) * NANOS_PER_MS + BigInt(fraction.padEnd(9, "0"))) : undefined;
}

function attributesOf(attributes: { readonly [name: string]: string }): readonly object[] {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
