import type { ItemPatch } from "../../generated/client.ts";
import { itemPatch } from "../items/item-patch.ts";
import { newRecord, type Records, type RotationRecord } from "./records.ts";
import type { RotationRun } from "./rotation-run.ts";

// No run applies a value a day after it read it. Until then, the item keeps it.
const KEEP_MS = 86_400_000;

/**
 * Returns the patch that makes a value the current one, and the current one the previous one.
 *
 * The server carries it out whole or not at all. Each promotion removes `previous` (or `begun`) and
 * adds a new one, so that a patch that arrives late, or was made from an older state, is rejected.
 */
export function promotionPatch(run: RotationRun, records: Records, value: string): ItemPatch {
  const { current, next, joined, previous, begun, retired } = records;
  const holders = [...retired, ...next].filter((record) => record.value === value);
  // While the first value is there, runs need no other. In another order of fields, one may do it.
  const replaced = [...(next[0]?.value === value ? next : []), ...previous];
  const gone = new Set([...holders, ...replaced, ...joined, ...begun, ...retired.filter((record) => isOutdated(run, record))]);
  const patch = itemPatch();
  for (const { id } of gone) patch.remove(id);
  patch.set(run.fieldId, "value", value);
  patch.add({ ...newRecord("previous", "", run.fieldId), ...(current === undefined ? {} : { value: current }) });
  retire(run, patch, new Set(replaced.flatMap((record) => record.value ?? []).filter((former) => former !== value && former !== current)));
  return patch.body;
}

/** Rejects a value: it stays under another id, which makes earlier patches for it fail. */
export function rejectionPatch(run: RotationRun, { joined }: Records, { id, value }: RotationRecord): ItemPatch {
  const patch = itemPatch().remove(id);
  for (const record of joined) if (record.tag === run.id) patch.remove(record.id);
  retire(run, patch, value === undefined ? [] : [value]);
  return patch.body;
}

/** Keeps values that are no longer `next` or `previous` for a day: a run may still apply them. */
export function retire(run: RotationRun, patch: ReturnType<typeof itemPatch>, values: Iterable<string>): void {
  const record = newRecord("retired", new Date(run.clock.wallNow()).toISOString(), run.fieldId);
  for (const value of values) patch.add({ ...record, value });
}

function isOutdated(run: RotationRun, { tag }: RotationRecord): boolean {
  return run.clock.wallNow() - Date.parse(tag) > KEEP_MS;
}
