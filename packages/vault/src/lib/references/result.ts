import { isApiError, isKeywrightError } from "@keywright/core/client";

/** A value, or the error that took its place. */
export type Result<Value> = { readonly value: Value } | { readonly failure: Error };

/** Returns an action's value or lookup error: missing, ambiguous, forbidden. Throws any other. */
export async function resultOf<Value>(action: () => Value | Promise<Value>): Promise<Result<Value>> {
  try {
    return { value: await action() };
  } catch (error) {
    const isOfThisOne = isKeywrightError(error) && (["LookupError", "ArgumentError"].includes(error.name) || isApiError(error, 403) || isApiError(error, 404));
    if (isOfThisOne) return { failure: error };
    throw error;
  }
}

/** Calls an action with the value of a result. Returns a failure unchanged. */
export async function andThen<Value, Next>(result: Result<Value>, action: (value: Value) => Next | Promise<Next>): Promise<Result<Next>> {
  return "failure" in result ? result : resultOf(() => action(result.value));
}

/** Returns the value of a result. @throws Its failure. */
export function valueOrThrow<Value>(result: Result<Value> | undefined): Value {
  if (result === undefined) throw new Error("there is no result");
  if ("failure" in result) throw result.failure;
  return result.value;
}
