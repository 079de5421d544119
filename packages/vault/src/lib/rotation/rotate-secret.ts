import { backoff, isKeywrightError, rejectArgument, rejectSecret, wait } from "@keywright/core/client";
import { checkRef } from "../items/item-ref.ts";
import { agree } from "./agree.ts";
import { type Finished, giveUp, promote } from "./promote.ts";
import type { Records } from "./records.ts";
import { checkRotation, type RotateOptions, type RotationClient, type RotationLock, type RotationReport } from "./rotation-options.ts";
import { beginRun, MAX_DELAY_MS, MAX_TRIES, type RotationRun } from "./rotation-run.ts";
import { isRecord } from "./section.ts";
import { changeTarget, checkValue, valuesOf } from "./target.ts";
import type { RotationStep } from "../errors.ts";

type Steps = { readonly step: RotationStep; readonly durationMs: number }[];

/**
 * Rotates a secret that another system takes, such as the password of a database: generates a
 * value, records it in the item, calls `apply` and `verify`, and then makes it the value of the
 * field.
 *
 * The process can end at any time: the value that the target takes is always in the item, in the
 * field or in the section `Rotation`, and the next call continues. Calls at the same time, also on
 * other machines, use the same value. The value before stays in the section `Rotation`, and so do
 * rejected and older values, until the first rotation after a day.
 *
 * Sends three requests: a read and two patches. A write is retried up to five times.
 *
 * @returns A report without values.
 * @throws ArgumentError or ConfigurationError before any request, if an argument is invalid.
 * @throws LookupError if the item has no such field.
 * @throws RotationError `rotation-failed` if the target takes the current value,
 * `rotation-unfinished` if that is unknown: call it again. See `step` and `cause`.
 * @throws ApiError 401, 403, 404 of the first read.
 * @example
 * ```ts
 * const report = await rotateSecret(vault, {
 *   item: itemRef(item),
 *   field: { purpose: "PASSWORD" },
 *   generate: { length: 40, characterSets: ["LETTERS", "DIGITS"] },
 *   apply: ({ next }) => database.setPassword(next),
 *   verify: (password) => database.canLogIn(password),
 * });
 * console.log(report.outcome, report.versions);
 * ```
 */
export async function rotateSecret(client: RotationClient, options: RotateOptions): Promise<RotationReport> {
  checkRotation("rotateSecret", client, options);
  const { item, field, lock, dryRun = false } = options;
  const ref = checkRef("rotateSecret", "item", item);
  const [run, known] = await beginRun(client, ref, options);
  if (known.item.fields?.some((one) => one.id === run.fieldId && isRecord(one)) === true)
    rejectArgument("rotateSecret", "field", "must not be in the section Rotation, which has the state of rotations", field);
  const steps: Steps = [];
  const reportOf = (outcome: RotationReport["outcome"], resumed: boolean, { item: { version } }: Records): RotationReport => ({
    item: ref,
    field: run.fieldId,
    outcome,
    resumed,
    run: run.id,
    others: [...run.others],
    versions: [known.item.version, version],
    steps,
  });
  if (dryRun) return reportOf("planned", known.next.length > 0, known);
  const held = lock && (await acquire(run, lock, `rotate-${ref.vaultUUID}-${ref.itemUUID}-${encodeURIComponent(run.fieldId)}`));
  if (lock !== undefined && typeof held?.release !== "function") rejectSecret("rotateSecret", "lock", "must return an object with the function release", held);
  try {
    const before = held === undefined ? known : await run.look();
    const { outcome, records } = await rotate(run, before, steps);
    return reportOf(outcome, before.next.length > 0, records);
  } finally {
    // The rotation has ended; an error here would hide how.
    await Promise.resolve(held)
      .then((lease) => lease?.release())
      .catch(() => {});
  }
}

/** Acquires the lock. Retries while its store is away, such as a database that restarts. */
async function acquire(run: RotationRun, lock: RotationLock, name: string): ReturnType<RotationLock> {
  const { clock, options } = run;
  for (let tries = 1; ; tries += 1) {
    try {
      return await lock(name, { signal: options.signal });
    } catch (error) {
      const isAway = isKeywrightError(error, "checkpoint-unavailable") && Reflect.get(error, "retryAfterMs") !== undefined;
      if (!isAway || tries > MAX_TRIES) throw error;
      await wait(clock, backoff(clock, tries, MAX_DELAY_MS), options.signal);
      options.signal?.throwIfAborted();
    }
  }
}

async function rotate(run: RotationRun, known: Records, steps: Steps): Promise<Finished> {
  const timed = async <Result>(step: RotationStep, work: () => Promise<Result>): Promise<Result> => {
    run.options.signal?.throwIfAborted();
    const startedAt = run.clock.now();
    const result = await work();
    steps.push({ step, durationMs: run.clock.now() - startedAt });
    return result;
  };
  const agreed = await timed("record", () => agree(run, known));
  const { value } = agreed.next;
  const failed = await timed("apply", () => changeTarget(run, run.options.apply, valuesOf(run, agreed.records, value)));
  const check = await timed("verify", () => checkValue(run, value));
  if (check.accepted !== true) return giveUp(run, agreed, failed === undefined ? "verify" : "apply", (failed ?? check).error);
  return timed("promote", () => promote(run, agreed));
}
