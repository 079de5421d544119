import { rejectSecret } from "@keywright/core/client";
import type { ItemPatch, JsonPatchOperation } from "../../generated/client.ts";
import { itemPatch } from "../items/item-patch.ts";
import { writePointer } from "../json-pointer.ts";
import { secretFrom } from "./generate-secret.ts";
import { retire } from "./patches.ts";
import { newRecord, type Records, recordLabel, type RotationRecord, withSection } from "./records.ts";
import { MAX_TRIES, type RotationRun } from "./rotation-run.ts";

/** The value that every run applies, and the item as it was when it had it. */
export interface Agreed {
  readonly next: RotationRecord & { readonly value: string };
  readonly records: Records;
}

/**
 * Agrees with all other runs on the value to apply: the item's first `next`, or its own if none.
 *
 * @throws RotationError if nothing could be recorded. Nothing was applied.
 */
export async function agree(run: RotationRun, known: Records): Promise<Agreed> {
  let records = known;
  let error: unknown;
  for (let tries = 0; tries <= MAX_TRIES; tries += 1) {
    if (tries > 0) await run.pause(error, tries);
    const [next] = records.next;
    if (next?.value !== undefined && isOurs(run, records, next)) return { next: { ...next, value: next.value }, records };
    const patch = next === undefined ? await recordPatch(run, records) : joinPatch(run, records, next);
    ({ records, error } = await run.change(patch, records));
  }
  throw run.failure("rotation-failed", "record", "the new value was not recorded; nothing was applied", error);
}

/** Whether this run recorded or joined a value, and has no other one in the item. */
function isOurs(run: RotationRun, { next, joined }: Records, first: RotationRecord): boolean {
  if (first.tag === run.id) return true;
  return joined.some(({ tag }) => tag === run.id) && !next.some(({ tag }) => tag === run.id);
}

async function recordPatch(run: RotationRun, { item, current, previous }: Records): Promise<ItemPatch> {
  const { generate = {} } = run.options;
  const patch = itemPatch();
  const record = newRecord("next", run.id, run.fieldId);
  if (typeof generate === "object" && "onServer" in generate) patch.add({ ...record, generate: generate.onServer });
  else {
    const value: unknown = typeof generate === "function" ? await generate() : secretFrom(generate);
    if (typeof value !== "string" || value === "" || value === current)
      rejectSecret("rotateSecret", "generate", "must return a string that is not empty and not the current value", value);
    patch.add({ ...record, value });
  }
  if (previous.length === 0) patch.add(newRecord("begun", run.id, run.fieldId));
  return [...withSection(item), ...patch.body];
}

/** If `first` is gone (RFC 6902 §4.3 rejects the patch), another run may apply our own value. */
function joinPatch(run: RotationRun, { next }: Records, first: RotationRecord): ItemPatch {
  const label = recordLabel("next", first.tag, run.fieldId);
  const ifFirst: JsonPatchOperation = { op: "replace", path: writePointer("fields", first.id, "label"), value: label };
  const patch = itemPatch();
  const own = next.filter(({ tag }) => tag === run.id);
  for (const { id } of own) patch.remove(id);
  retire(
    run,
    patch,
    own.flatMap(({ value }) => value ?? []),
  );
  return [ifFirst, ...patch.add(newRecord("joined", run.id, run.fieldId)).body];
}
