import { ArgumentError, describe, describeSecret } from "./errors.ts";

/**
 * Refuses an argument of a helper, where no operation was called.
 *
 * @param by The function that was called.
 * @param at The argument's place; empty for the only one.
 * @param expected What it must be or have, in words.
 * @param isSecret Whether what came may be a secret, of which not even a number is shown.
 * @param advice What to do: the end of the message.
 */
export function refuseArgument(by: string, at: string, expected: string, value: unknown, isSecret = false, advice?: string): never {
  const came = (isSecret ? describeSecret : describe)(value);
  throw new ArgumentError("invalid-argument", `${by}: ${at || "the argument"} ${expected}; got ${came}`, { argument: at || undefined, expected, advice });
}

/** Throws unless a helper was given an object: lookups that find nothing return `undefined`. */
export function expectObject(by: string, at: string, value: unknown): void {
  if (typeof value !== "object" || value === null) refuseArgument(by, at, "must be an object", value);
}

/**
 * Throws unless a helper was given a client.
 *
 * @param members What the helper uses of it.
 */
export function expectClient(by: string, client: unknown, ...members: readonly string[]): void {
  if (!members.every((name) => Reflect.get(Object(client), name) !== undefined))
    refuseArgument(by, "client", `must be a client with ${members.join(" and ")}`, client);
}
