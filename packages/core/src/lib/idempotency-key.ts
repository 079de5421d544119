import { refuseInput } from "./check-input.ts";
import { SENDABLE_VALUE } from "./check-options.ts";
import type { Operation } from "./contract.ts";
import type { HttpRequest, Input } from "./types.ts";

/**
 * Returns the headers of a call with its idempotency key: the caller's, from the input or from the headers, or a new UUID. Called once for each call, so that every attempt has the same key.
 *
 * @throws ArgumentError if the caller's key cannot be sent.
 */
export function writeIdempotencyKey({ id, idempotencyKey: name }: Operation, input: Input, headers: HttpRequest["headers"]): HttpRequest["headers"] {
  if (name === undefined) return headers;
  const header = name.toLowerCase();
  const given: unknown = input[name];
  if (given !== undefined && (typeof given !== "string" || !SENDABLE_VALUE.test(given)))
    refuseInput(id, name, "must be a string of visible ASCII characters", given);
  return { ...headers, [header]: (given as string | undefined) ?? headers[header] ?? crypto.randomUUID() };
}
