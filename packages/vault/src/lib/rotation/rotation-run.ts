import { backoff, isKeywrightError, isTemporary, platformClock, redactCause, secretsIn, wait } from "@keywright/core/client";
import type { CallOptions, Clock } from "@keywright/core";
import type { ItemPatch } from "../../generated/client.ts";
import { expectItem } from "../expect-response.ts";
import { fieldOf } from "../items/find-field.ts";
import type { ItemRef } from "../items/item-ref.ts";
import { type Records, readRecords } from "./records.ts";
import type { RotateOptions, RotationClient } from "./rotation-options.ts";
import { RotationError, type RotationStep } from "../errors.ts";

/** How often a write is tried. Each attempt begins with a read, so that none changes twice. */
export const MAX_TRIES = 5;
/** The longest wait between two tries. */
export const MAX_DELAY_MS = 10_000;

/** The result of a write: the records after it, and the error if there was no success response. */
export interface Change {
  readonly records: Records;
  readonly error?: unknown;
}

/** One run of a rotation. */
export interface RotationRun {
  /** The name of this run in the item. */
  readonly id: string;
  readonly options: RotateOptions;
  readonly clock: Clock;
  readonly fieldId: string;
  /** The names of other runs that were seen so far. */
  readonly others: ReadonlySet<string>;
  /** Reads the item. */
  look(): Promise<Records>;
  /**
   * Sends a patch. Without a success response, reads the item: the server may have carried it out.
   *
   * @param known The patch's records, returned if the item cannot be read: older ones are rejected.
   */
  change(body: ItemPatch, known: Records): Promise<Change>;
  /** Waits before the next try, if the server was away. @throws The reason of the signal. */
  pause(error: unknown, tries: number): Promise<void>;
  /** Creates the error of a step. Its cause has none of the values. */
  failure(code: "rotation-failed" | "rotation-unfinished", step: RotationStep, problem: string, cause?: unknown): RotationError;
}

/** Reads the item and begins a run. @throws LookupError if the item has no such field. */
export async function beginRun(client: RotationClient, ref: ItemRef, options: RotateOptions): Promise<[RotationRun, Records]> {
  const { clock = platformClock, signal, headers, timeoutMs, totalTimeoutMs, retry, readJson } = options;
  const call: CallOptions = { signal, headers, timeoutMs, totalTimeoutMs, retry, readJson };
  const id = crypto.randomUUID().slice(-12);
  const item = expectItem(await client.getItem(ref, call));
  const { id: fieldId } = fieldOf(item, options.field, "rotateSecret");
  const others = new Set<string>();
  const values = new Set<string>();
  const seen = (records: Records): Records => {
    const { current, next, joined, previous, retired } = records;
    for (const { tag } of [...next, ...joined]) if (tag !== id) others.add(tag);
    for (const value of [current, ...[next, previous, retired].flat().map((record) => record.value)]) if (value !== undefined) values.add(value);
    return records;
  };
  const look = async (): Promise<Records> => seen(readRecords(expectItem(await client.getItem(ref, call)), fieldId));
  const run: RotationRun = {
    id,
    options,
    clock,
    fieldId,
    others,
    look,
    async change(body, known) {
      try {
        return { records: seen(readRecords(expectItem(await client.patchItem({ ...ref, body }, call)), fieldId)) };
      } catch (error) {
        if (signal?.aborted === true || isKeywrightError(error, "dry-run")) throw error;
        return { records: await look().catch(() => known), error };
      }
    },
    async pause(error, tries) {
      if (isTemporary(error)) await wait(clock, backoff(clock, tries, MAX_DELAY_MS), signal);
      signal?.throwIfAborted();
    },
    failure(code, step, problem, cause) {
      const safe = isKeywrightError(cause) ? cause : redactCause(cause, secretsIn([...values]));
      return new RotationError(code, `rotateSecret: item ${ref.itemUUID}: ${problem}`, { step, cause: safe });
    },
  };
  return [run, seen(readRecords(item, fieldId))];
}
