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
 * Returns an ExportLogsServiceRequest in JSON ("OTLP Specification", "JSON Protobuf Encoding").
 *
 * The body is the event as JSON in a string, because its numbers may not fit the protocol's. By
 * `log.record.uid`, a receiver can remove repeated records.
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

/** Exact nanoseconds since 1970 of an RFC 3339 time; `undefined` if invalid or out of range. */
function nanosOf(time: string | undefined): string | undefined {
  const [, seconds, fraction = "", zone] = /^(.{19})(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/.exec(time?.toUpperCase() ?? "") ?? [];
  const at = Date.parse(`${seconds}${zone}`);
  return at >= 0 && at <= END_MS ? String(BigInt(at) * NANOS_PER_MS + BigInt(fraction.padEnd(9, "0"))) : undefined;
}

function attributesOf(attributes: { readonly [name: string]: string }): readonly object[] {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}
