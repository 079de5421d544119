import { isApiError } from "@keywright/core/client";
import { itemPatch } from "../items/item-patch.ts";
import type { Agreed } from "./agree.ts";
import { promotionPatch, rejectionPatch } from "./patches.ts";
import type { Records } from "./records.ts";
import { MAX_TRIES, type RotationRun } from "./rotation-run.ts";
import { changeTarget, checkValue, valuesOf } from "./target.ts";
import type { RotationError, RotationStep } from "../errors.ts";

/** How a rotation ended. */
export interface Finished {
  readonly outcome: "rotated" | "joined";
  readonly records: Records;
}

/** Promotes a value, or finds that another run did. @throws RotationError `rotation-unfinished`. */
export async function promote(run: RotationRun, { next: { value }, records: known }: Agreed): Promise<Finished> {
  let records = known;
  let error: unknown;
  let mayBeOurs = false;
  for (let tries = 0; tries <= MAX_TRIES; tries += 1) {
    if (tries > 0) await run.pause(error, tries);
    if (isPromoted(records, value)) return { outcome: mayBeOurs ? "rotated" : "joined", records: await withoutMarks(run, records) };
    if (records.current !== known.current && (await checkValue(run, value)).accepted !== true) {
      if (isReplaced(records, value)) return { outcome: "joined", records: await withoutMarks(run, records) };
      throw run.failure("rotation-unfinished", "promote", "another run promoted another value, which the target may take: run it again", error);
    }
    const change = await run.change(promotionPatch(run, records, value), records);
    if (change.error === undefined) return { outcome: "rotated", records: change.records };
    ({ records, error } = change);
    mayBeOurs ||= !(isApiError(error) && error.status < 500);
  }
  const problem = isApiError(error, 404)
    ? "the target takes the new value, and the item, which had it, is gone: set another value in the target"
    : "the target takes the new value, which the item has only in the section Rotation: run it again";
  throw run.failure("rotation-unfinished", "promote", problem, error);
}

/** Whether a value is that of the field, and no run has to promote it any more. */
function isPromoted({ current, next, retired }: Records, value: string): boolean {
  return current === value && ![...next, ...retired].some((record) => record.value === value);
}

/** Removes this run's records without a value. If that fails, the next promotion does. */
async function withoutMarks(run: RotationRun, records: Records): Promise<Records> {
  const patch = itemPatch();
  for (const { id, tag } of [...records.joined, ...records.begun]) if (tag === run.id) patch.remove(id);
  return patch.body.length === 0 ? records : (await run.change(patch.body, records)).records;
}

/**
 * Goes back to the current value, unless other runs have promoted the new one and then another.
 *
 * @throws RotationError `rotation-failed` if the target takes it, else `rotation-unfinished`.
 */
export async function giveUp(run: RotationRun, { next }: Agreed, step: RotationStep, cause: unknown): Promise<Finished> {
  const unfinished = (problem: string): RotationError =>
    run.failure("rotation-unfinished", step, `${problem}; the item has every value that was applied: run it again`, cause);
  const records = await run.look().catch(() => undefined);
  run.options.signal?.throwIfAborted();
  if (records === undefined) throw unfinished("the item cannot be read");
  if (isReplaced(records, next.value)) return { outcome: "joined", records: await withoutMarks(run, records) };
  // Another run may have promoted the value, and its readers use it already.
  if (records.next[0]?.id !== next.id) throw unfinished("another run promoted or rejected the new value");
  await changeTarget(run, run.options.revert, valuesOf(run, records, next.value));
  const { current } = records;
  if (current === undefined || (await checkValue(run, current)).accepted !== true)
    throw unfinished("it is unknown whether the target takes the new or the current value");
  const { records: after } = await run.change(rejectionPatch(run, records, next), records);
  if (after.next.some(({ id }) => id === next.id)) throw unfinished("the target takes the current value, but the new one could not be rejected");
  if (after.current === next.value) throw unfinished("another run promoted the new value, but the target takes the one before");
  throw run.failure("rotation-failed", step, "the target takes the current value, as before", cause);
}

/** Whether a value was promoted, and a run has recorded or promoted another one since. */
function isReplaced(records: Records, value: string): boolean {
  return (isPromoted(records, value) && records.next.length > 0) || (records.current !== value && records.previous.some((record) => record.value === value));
}
