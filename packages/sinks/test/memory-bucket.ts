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
  const objects = new Map<string, { readonly body: Uint8Array; readonly mark: string }>();
  const etagOf = (key: string): string | undefined => {
    const object = objects.get(key);
    return object && `"${createHash("md5").update(object.body).digest("hex")}"`;
  };
  return {
    async head(key) {
      const object = objects.get(key);
      if (object === undefined) throw Object.assign(new Error("Not Found"), { status: 404 });
      return { etag: etagOf(key), mark: object.mark };
    },
    async put({ key, body, headers }) {
      if (headers["if-none-match"] === "*" && objects.has(key)) return { status: 412 };
      if (headers["if-match"] !== undefined && headers["if-match"] !== etagOf(key)) return { status: 412 };
      objects.set(key, { body, mark: headers["x-amz-meta-keywright"] });
      return { status: 200 };
    },
    events: () => [...objects.keys()].sort().flatMap((key) => eventsOf(objects.get(key)?.body ?? new Uint8Array())),
  };
}

/** Returns the events of an object. */
export function eventsOf(body: Uint8Array): TrialEvent[] {
  const lines = gunzipSync(body).toString().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as TrialEvent);
}
