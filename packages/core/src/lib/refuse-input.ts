import { ArgumentError } from "./errors.ts";

/**
 * Refuses a part of a call's input.
 *
 * @param at Its place; empty for the input as a whole.
 * @param expected What it must be or have, in words.
 * @param came What came, in words; by default with a number as it is.
 */
export function refuseInput(operationId: string, at: string, expected: string, value: unknown, came = describe(value)): never {
  throw new ArgumentError(`${operationId}: ${at || "the input"} ${expected}; got ${came}`, at, { operationId });
}

/** Refuses a member of a call's input that is not known. */
export function refuseName(operationId: string, name: string, known: readonly string[], value: unknown): never {
  return refuseInput(operationId, name.slice(0, 40), `is not known here: use ${known.join(", ")}`, value);
}

/**
 * Refuses an argument of a helper, where no operation was called.
 *
 * @param by The function that was called.
 * @param at The argument's place; empty for the only one.
 * @param expected What it must be or have, in words.
 * @param isSecret Whether what came may be a secret, as which not even a number is shown.
 */
export function refuseArgument(by: string, at: string, expected: string, value: unknown, isSecret = false): never {
  throw new ArgumentError(`${by}: ${at || "the argument"} ${expected}; got ${(isSecret ? describeSecret : describe)(value)}`, at);
}

/** Sees that a helper was given an object: what a lookup gives that found nothing has no members to read. */
export function expectObject(by: string, at: string, value: unknown): void {
  if (typeof value !== "object" || value === null) refuseArgument(by, at, "must be an object", value);
}

/**
 * Sees that a helper was given a client.
 *
 * @param members What the helper uses of it.
 */
export function expectClient(by: string, client: unknown, ...members: readonly string[]): void {
  const isThere = (name: string): boolean => (client as { readonly [name: string]: unknown } | null | undefined)?.[name] !== undefined;
  if (!members.every(isThere)) refuseArgument(by, "client", `must be a client with ${members.join(" and ")}`, client);
}

/** What came in place of a secret: a number may be one, too. */
export function describeSecret(value: unknown): string {
  return typeof value === "number" ? "a number" : describe(value);
}

/** What a value is. Of a text, which may be a secret, nothing is shown. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value === "" ? "an empty string" : `a string of ${value.length} characters`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** The place of a member. */
export function join(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}
