import { isApiError, isKeywrightError } from "@keywright/core/client";

/** What something gave, or why it gave nothing. */
export type Result<Value> = { readonly value: Value } | { readonly failure: Error };

/** What an action gives, or its failure where that is about what it was asked for: it is not there, is there twice, or is not open to the token. Anything else is thrown. */
export async function resultOf<Value>(action: () => Value | Promise<Value>): Promise<Result<Value>> {
  try {
    return { value: await action() };
  } catch (error) {
    const isOfThisOne = isKeywrightError(error) && (["LookupError", "ArgumentError"].includes(error.name) || isApiError(error, 403) || isApiError(error, 404));
    if (isOfThisOne) return { failure: error };
    throw error;
  }
}

/** What an action gives for a result that is a value; a failure is passed on. */
export async function andThen<Value, Next>(result: Result<Value>, action: (value: Value) => Next | Promise<Next>): Promise<Result<Next>> {
  return "failure" in result ? result : resultOf(() => action(result.value));
}

/** The value of a result. @throws Its failure where it has none. */
export function valueOrThrow<Value>(result: Result<Value> | undefined): Value {
  if (result === undefined) throw new Error("there is no result");
  if ("failure" in result) throw result.failure;
  return result.value;
}
