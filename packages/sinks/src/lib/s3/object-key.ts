import type { Checkpoint, FeedPosition } from "@keywright/core/feeds";
import { digestOf } from "../http/signature.ts";

/** Returns the key of a batch's object, without extension; the same in each attempt. */
export async function keyOf(stream: string, name: string, { position, version }: Checkpoint): Promise<string> {
  const place = "cursor" in position ? position.cursor : position.since;
  // A digest, because a cursor may be long, or a secret.
  const digest = (await digestOf(JSON.stringify([name, place]))).slice(0, 16);
  return `${stream}/${dayOf(position)}/${String(version).padStart(12, "0")}-${digest}`;
}

/** The day of the last event before the batch, because the batch can differ in the next attempt. */
function dayOf(position: FeedPosition): string {
  const time = ("cursor" in position ? position.lastEventAt : position.since) ?? "";
  const at = /^\d{4}-\d\d-\d\dt.*(z|[+-]\d\d:\d\d)$/i.test(time) ? Date.parse(time) : NaN;
  return Number.isNaN(at) ? "undated" : new Date(at).toISOString().slice(0, 10);
}
