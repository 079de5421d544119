import { ArgumentError, describe, describeSecret, isPromise } from "../errors.ts";

/**
 * Throws the error of an invalid argument of a helper, before an operation is called.
 *
 * @param by The name of the helper.
 * @param at The path of the argument; empty if it is the only one.
 * @param expected The expected value, in words.
 * @param advice What to do: the end of the message.
 */
export function rejectArgument(by: string, at: string, expected: string, value: unknown, advice?: string): never {
  return reject(by, at, expected, describe(value), advice);
}

/** The same for a value that may be a secret, so that not even a number is shown. */
export function rejectSecret(by: string, at: string, expected: string, value: unknown): never {
  return reject(by, at, expected, describeSecret(value));
}

function reject(by: string, at: string, expected: string, came: string, advice?: string): never {
  throw new ArgumentError("invalid-argument", `${at || "the argument"} ${expected}; got ${came}`, { by, argument: at || undefined, expected, advice });
}

/**
 * Throws unless a value is an object, because lookups that find nothing return `undefined`.
 *
 * @param expected The expected object, in words.
 */
export function expectObject(by: string, at: string, value: unknown, expected = "must be an object"): void {
  if (typeof value !== "object" || value === null || isPromise(value)) rejectArgument(by, at, expected, value);
}

/**
 * Throws unless a value is a client.
 *
 * @param methods The methods that the helper uses, such as `getItem` or `raw.introspect`.
 */
export function expectClient(by: string, client: unknown, ...methods: readonly string[]): void {
  const methodOf = (path: string): unknown => path.split(".").reduce<unknown>((value, name) => Reflect.get(Object(value), name), client);
  if (!methods.every((path) => typeof methodOf(path) === "function")) rejectArgument(by, "client", `must be a client with ${methods.join(" and ")}`, client);
}
