import type { Input } from "../../pipeline.ts";
import { rejectInput } from "../../call/request/check-input.ts";
import { SENDABLE_VALUE } from "../../options/check-options.ts";
import type { Operation } from "../../contract.ts";
import type { HttpRequest } from "../../http.ts";
import { writeHeaders } from "./write-parameters.ts";

/**
 * Returns the header with the idempotency key of a call: the caller's, from the input or from the
 * headers, or a new UUID. Called once for each call, so that every attempt has the same key.
 *
 * @throws ArgumentError if the caller's key cannot be sent.
 */
export function writeIdempotencyKey({ id, idempotencyKey: name }: Operation, input: Input, headers: HttpRequest["headers"]): HttpRequest["headers"] {
  if (name === undefined) return {};
  const header = name.toLowerCase();
  const given: unknown = input[name];
  if (given !== undefined && (typeof given !== "string" || !SENDABLE_VALUE.test(given)))
    rejectInput(id, name, "must be a string of visible ASCII characters", given);
  return { [header]: (given as string | undefined) ?? headers[header] ?? crypto.randomUUID() };
}

/** Writes the parameters that are sent in headers and in cookies, and the idempotency key. */
export function writeKeyedHeaders(operation: Operation, input: Input, headers: HttpRequest["headers"]): HttpRequest["headers"] {
  return { ...writeHeaders(operation, input, headers), ...writeIdempotencyKey(operation, input, headers) };
}
