import type { CompletedExchange } from "../http/exchange.ts";

/** A rule does not hold. */
export class Broken extends Error {
  override readonly name = "Broken";
}

/** A rule cannot be tested here, with the reason. */
export class Untested extends Error {
  override readonly name = "Untested";
}

/** Requires a condition of a rule. @throws Broken with what was expected and what came. */
export function require(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Broken(message);
}

/** Requires one of some statuses. */
export function requireStatus({ response: { status } }: CompletedExchange, expected: readonly number[], of: string): void {
  require(expected.includes(status), `expected ${expected.join(" or ")} for ${of}; got ${status}`);
}

/** Returns a value that a rule needs. @throws Untested without it. */
export function needed<Value>(value: Value | undefined, reason: string): Value {
  if (value === undefined) throw new Untested(reason);
  return value;
}
