import { maskSecrets, rejectSecret } from "@keywright/core/client";
import type { Records } from "./records.ts";
import type { RotationValues } from "./rotation-options.ts";
import type { RotationRun } from "./rotation-run.ts";

/** Whether the target takes a value: `undefined`, with the reason, if `verify` could not tell. */
export interface Check {
  readonly accepted: boolean | undefined;
  readonly error?: unknown;
}

/** Asks `verify` about a value. @throws The reason of the signal. */
export async function checkValue({ options: { verify, signal } }: RotationRun, value: string): Promise<Check> {
  try {
    const accepted: unknown = await verify(value, { signal });
    if (typeof accepted !== "boolean") rejectSecret("rotateSecret", "verify", "must return true or false", accepted);
    return { accepted };
  } catch (error) {
    signal?.throwIfAborted();
    return { accepted: undefined, error };
  }
}

/** Calls `apply` or `revert` and returns its error, if any. @throws The reason of the signal. */
export async function changeTarget(
  { options: { signal } }: RotationRun,
  action: ((values: RotationValues) => unknown) | undefined,
  values: RotationValues,
): Promise<{ readonly error: unknown } | undefined> {
  try {
    await action?.(values);
    return undefined;
  } catch (error) {
    signal?.throwIfAborted();
    return { error };
  }
}

/** The values that `apply` and `revert` receive. */
export function valuesOf({ options: { signal } }: RotationRun, { current, next, previous, retired }: Records, value: string): RotationValues {
  const recorded = new Set([...next, ...previous, ...retired].flatMap((record) => record.value ?? []));
  const values = { next: value, current, previous: previous[0]?.value, signal };
  for (const named of [values.next, values.current, values.previous]) if (named !== undefined) recorded.delete(named);
  const all = { ...values, recorded: [...recorded] };
  maskSecrets(all, { next: true, current: true, previous: true, recorded: true });
  return all;
}
