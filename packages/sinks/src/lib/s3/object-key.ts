import type { FeedPosition } from "@keywright/core/feeds";
import type { Start } from "./start-store.ts";

/** Returns the key of the object of a batch. It depends on nothing that another attempt could have differently. */
export async function keyOf(stream: string, { name, position, version }: Start): Promise<string> {
  const place = "cursor" in position ? position.cursor : position.since;
  return `${stream}/${dayOf(position)}/${String(version).padStart(12, "0")}-${await digestOf(JSON.stringify([name, place]))}.ndjson.gz`;
}

/** The day of the last event before the batch. The events of the batch may differ in the next attempt, and this one may not. */
function dayOf(position: FeedPosition): string {
  const time = ("cursor" in position ? position.lastEventAt : position.since) ?? "";
  const at = /^\d{4}-\d\d-\d\dt.*(z|[+-]\d\d:\d\d)$/i.test(time) ? Date.parse(time) : NaN;
  return Number.isNaN(at) ? "undated" : new Date(at).toISOString().slice(0, 10);
}

/** A digest, because a cursor may be long, or a secret. */
async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes.subarray(0, 8), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
