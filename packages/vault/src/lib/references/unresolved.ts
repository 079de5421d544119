import type { KeywrightError } from "@keywright/core/client";
import { LookupError } from "../errors.ts";

/**
 * Creates the error of references that cannot be resolved.
 *
 * @param by The function that the user called.
 * @param failures The failure of each reference, by the name that the user has for it.
 * @param count The number of all references.
 */
export function unresolved(by: string, failures: readonly (readonly [name: string, failure: Error])[], count: number): LookupError {
  const reasons = failures.map(([name, failure]) => [name, reasonOf(failure)] as const);
  const lines = reasons.map(([name, reason]) => `\n  ${name}: ${reason}`).join("");
  return new LookupError("unresolved-references", `${reasons.length} of ${count} references cannot be resolved:${lines}`, {
    by,
    failures: Object.fromEntries(reasons),
  });
}

/** The message without the function, which the user did not call. */
function reasonOf({ message, problem = message, advice }: Error & Partial<KeywrightError>): string {
  return advice ? `${problem}: ${advice}` : problem;
}
