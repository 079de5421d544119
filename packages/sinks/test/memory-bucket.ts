import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import type { HeadObject, PutObject } from "../src/s3.ts";
import type { TrialEvent } from "../src/sink-rules.ts";

/** A bucket in memory, with conditional writes. */
export interface MemoryBucket {
  readonly put: PutObject;
  readonly head: HeadObject;
  /** Returns the events of all objects in the order of their keys. */
  events(): TrialEvent[];
}

/** Creates an empty bucket. */
export function memoryBucket(): MemoryBucket {
  const objects = new Map<string, Uint8Array>();
  const etagOf = (key: string): string | undefined => {
    const body = objects.get(key);
    return body && `"${createHash("md5").update(body).digest("hex")}"`;
  };
  return {
    head: async (key) => etagOf(key),
    async put({ key, body, headers }) {
      if (headers["if-none-match"] === "*" && objects.has(key)) return { status: 412 };
      if (headers["if-match"] !== undefined && headers["if-match"] !== etagOf(key)) return { status: 412 };
      objects.set(key, body);
      return { status: 200 };
    },
    events: () => [...objects.keys()].sort().flatMap((key) => eventsOf(objects.get(key) ?? new Uint8Array())),
  };
}

/** Returns the events of an object. */
export function eventsOf(body: Uint8Array): TrialEvent[] {
  const lines = gunzipSync(body).toString().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as TrialEvent);
}
