import { inputError, rejectInput } from "../../call/request/check-input.ts";
import { essenceOf } from "../../call/response/read-response.ts";
import type { BinaryInput } from "../../method-types.ts";
import type { WriteBody } from "../../pipeline.ts";

/** Sends a body as it is: bytes in any form. */
export const writeBytes: WriteBody = ({ id, body }, value) => {
  const content = checkBytes(id, "body", value);
  return { body: content, mediaType: mediaTypeOf(id, "body", content, body?.mediaType) };
};

/** Sends a text as it is, in UTF-8. */
export const writeText: WriteBody = ({ id, body }, value) => {
  if (typeof value !== "string") return rejectInput(id, "body", "must be a string", value);
  return { body: value, mediaType: body?.mediaType ?? "text/plain" };
};

/** Returns the bytes to send. */
export function checkBytes(operationId: string, at: string, value: unknown): BinaryInput {
  if (value instanceof Blob || value instanceof Uint8Array || value instanceof ReadableStream) return value;
  return rejectInput(operationId, at, "must be a Blob, a Uint8Array or a ReadableStream of bytes", value);
}

/**
 * Returns the media type of bytes: the given one if the contract allows it, else the first of the
 * contract that is not a range.
 *
 * @param allowed The media types of the contract, separated by commas; each may be a range such as
 * `image/*`. `application/octet-stream` is sent for bytes of any kind.
 * @throws ArgumentError if the contract does not allow the given media type, or names ranges alone
 * and none is given.
 */
export function mediaTypeOf(
  operationId: string,
  at: string,
  content: BinaryInput,
  allowed = "*/*",
  given = content instanceof Blob ? content.type : "",
): string {
  const ranges = allowed.split(",").map((range) => range.trim());
  if (given !== "" && ranges.some((range) => matches(essenceOf(given), essenceOf(range)))) return given;
  const named = ranges.find((range) => !range.includes("*"));
  if (named !== undefined && (given === "" || essenceOf(named) === OCTETS)) return named;
  if (given === "" && ranges.includes("*/*")) return OCTETS;
  throw inputError(operationId, at, `must have the media type ${allowed}`, given || "none", "give a Blob that has this type");
}

const OCTETS = "application/octet-stream";

function matches(mediaType: string, range: string): boolean {
  return range === "*/*" || (range.endsWith("/*") ? mediaType.startsWith(range.slice(0, -1)) : mediaType === range);
}
