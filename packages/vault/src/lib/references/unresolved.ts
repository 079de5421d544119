import { LookupError } from "../errors.ts";

/**
 * Creates the error of references that cannot be resolved.
 *
 * @param by The function that the user called.
 * @param failures The failure of each reference, by the name that the user has for it.
 * @param count The number of all references.
 */
export function unresolved(by: string, failures: readonly (readonly [name: string, failure: Error])[], count: number): LookupError {
  // The whole message begins with the name of the function.
  const reasons = failures.map(([name, { message }]) => [name, message.startsWith(`${by}: `) ? message.slice(by.length + 2) : message] as const);
  const lines = reasons.map(([name, reason]) => `\n  ${name}: ${reason}`).join("");
  return new LookupError("unresolved-references", `${by}: ${reasons.length} of ${count} references cannot be resolved:${lines}`, {
    failures: Object.fromEntries(reasons),
  });
}
