import { secretsOf } from "../request/call-secrets.ts";
import type { Success } from "../../contract.ts";
import { type InvalidResponseCode, InvalidResponseError, type InvalidResponseErrorDetails } from "../../errors.ts";
import { redact, redactCause } from "../../secrets.ts";
import type { BodyReader, UnreadResponse } from "../../http.ts";
import type { ReadContext } from "../../pipeline.ts";

/** The largest part of an error body that is read, in bytes. */
const MAX_FAILURE_BYTES = 65_536;

/** The media types of text. An unexpected HTML page comes from a proxy or a login. */
const MEDIA_TYPES: { readonly [type: string]: RegExp } = { json: /[/+]json$/, text: /^text\/(?!html)/ };

/**
 * Reads the body of a success response with the type of the contract. Leaves the body of type
 * `bytes` unread.
 *
 * @throws InvalidResponseError if the body ends early, is too large, or does not match the
 * contract.
 */
export async function readSuccess(context: ReadContext, success: Success = context.call.operation): Promise<unknown> {
  const { response, body, call } = context;
  const { response: expected } = success;
  const { type } = expected;
  const mediaType = response.headers.get("content-type") ?? "";
  if ((type === "bytes" || type === "none") && !/^text\/html/i.test(mediaType)) {
    if (type === "bytes") return call.contract.readBytes?.(context);
    void body.cancel();
    return undefined;
  }
  const { readJson } = call;
  const stream = readJson?.stream?.(context, success);
  if (stream) return stream;
  const bytes = await readBody(context);
  // The media type is checked before the encoding, because a login page may have another encoding.
  if (mediaType !== expected.mediaType) checkMediaType(mediaType, bytes, context, success);
  if (type === "json" && readJson) return readJson(bytes);
  const text = decodeStrictly(bytes);
  if (text === undefined) throw invalidResponse(context, "malformed-response", "is not UTF-8");
  if (type !== "json") return type === "text" ? text : undefined;
  if (text === "") throw invalidResponse(context, "truncated-response", "is empty");
  try {
    return parseItem(text, context, success);
  } catch {
    // Every response is a JSON object or array: without its closing bracket, the end is missing.
    if (/[\]}]\s*$/.test(text)) throw invalidResponse(context, "malformed-response", "is not JSON");
    throw invalidResponse(context, "truncated-response", `ends in the middle of its JSON, after ${bytes.length} bytes`);
  }
}

/** Reads all bytes of a body. */
async function readBody(context: ReadContext): Promise<Uint8Array> {
  const { response, body, maxBytes } = context;
  const announced = announcedBytes(response);
  const chunks: Uint8Array[] = [];
  try {
    if (announced === undefined || announced <= maxBytes) await readChunks(body, maxBytes, chunks, showsFraming(response) ? announced : undefined);
    else void body.cancel();
  } catch (error) {
    const of = announced === undefined ? "" : `of ${announced} `;
    throw invalidResponse(context, "truncated-response", `was cut off after ${joinChunks(chunks).length} ${of}bytes`, {
      cause: redactCause(error, secretsOf(context.call)),
    });
  }
  const bytes = joinChunks(chunks);
  if (Math.max(bytes.length, announced ?? 0) > maxBytes) throw tooLarge(context, `is larger than ${maxBytes} bytes`);
  if (bytes.length < (announced ?? 0)) throw invalidResponse(context, "truncated-response", `ended after ${bytes.length} of ${announced} bytes`);
  return bytes;
}

/** Parses JSON of a body or a stream: 64-bit integers as decimal strings, secrets masked. */
export function parseItem(text: string, { call, parseJson = JSON.parse }: ReadContext, { secrets, int64 }: Success): unknown {
  const { readInt64, maskSecrets } = call.contract;
  const value: unknown = parseJson(text);
  const read = readInt64 ? readInt64(value, text, int64) : value;
  maskSecrets?.(read, secrets?.response);
  return read;
}

/** A media type without its parameters, in lower case (RFC 9110 §8.3.1). */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

function checkMediaType(given: string, bytes: Uint8Array, context: ReadContext, { response: expected, secrets }: Success): void {
  const mediaType = given.replace(/;.*/s, "").trim();
  if (mediaType === "" || MEDIA_TYPES[expected.type]?.test(mediaType.toLowerCase())) return;
  // An empty body is valid if the contract has no body, whatever its media type.
  if (bytes.length === 0 && expected.mediaType === undefined) return;
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_FAILURE_BYTES));
  // It may be the contract's response, whose secrets cannot be found in an excerpt.
  const mayHoldSecrets = secrets?.response !== undefined && /^\s*[[{]/.test(text);
  const known = secretsOf(context.call);
  const came = redact(mediaType, known).toLowerCase().slice(0, 60);
  throw invalidResponse(context, "unexpected-content", `is ${came}, not ${expected.mediaType ?? "an empty response"}`, {
    option: "baseUrl",
    advice: "check that baseUrl is the service's own address",
    excerpt: mayHoldSecrets ? undefined : redact(text, known).slice(0, 1024),
  });
}

/** Reads the beginning of an error body: JSON, else text, else `undefined`. Never throws. */
export async function readFailure(body: BodyReader): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  let text = "";
  try {
    await readChunks(body, MAX_FAILURE_BYTES, chunks);
    text = new TextDecoder().decode(joinChunks(chunks).subarray(0, MAX_FAILURE_BYTES));
    return JSON.parse(text);
  } catch {
    return text || undefined;
  }
}

let strict: InstanceType<typeof TextDecoder> | undefined;

/** Decodes UTF-8, with or without a byte order mark. Returns `undefined` for invalid UTF-8. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    strict ??= new TextDecoder("utf-8", { fatal: true });
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Parses a text that may not be JSON. Returns `undefined` if it is not. */
export function parseIfJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the announced number of bytes; `undefined` without one, or of a compressed body. */
export function announcedBytes({ headers }: UnreadResponse): number | undefined {
  const length = headers.get("content-length");
  return /^\d+$/.test(length ?? "") && headers.get("content-encoding") === null ? Number(length) : undefined;
}

/**
 * Whether the headers show how HTTP/1.1 frames the body (RFC 9112 §6.3). In Node they do, and its
 * `fetch` takes any close for the end. Other runtimes check the framing, and may announce the
 * compressed size. A response of type `default` was created in this process (WHATWG Fetch §5.5).
 */
export function showsFraming({ type }: UnreadResponse): boolean {
  const { process } = globalThis as { readonly process?: { readonly versions?: { readonly undici?: string } } };
  // A transport that sets no type shows what it received.
  return type === undefined || (process?.versions?.undici !== undefined && type !== "default");
}

/** Creates the error of a response that does not match the contract. */
export function invalidResponse(
  { call, response: { status } }: ReadContext,
  code: InvalidResponseCode,
  problem: string,
  details?: Omit<InvalidResponseErrorDetails, "status">,
): InvalidResponseError {
  const { id, retry } = call.operation;
  const consequence = retry === "never" && code !== "unexpected-content" ? "; the service has probably acted" : "";
  return new InvalidResponseError(code, `${id}: the response with status ${status} ${problem}${consequence}`, { operationId: id, status, ...details });
}

/** Creates the error of a response, or of a part of it, that exceeds `maxResponseBytes`. */
export function tooLarge(context: ReadContext, problem: string): InvalidResponseError {
  return invalidResponse(context, "response-too-large", problem, { option: "maxResponseBytes", advice: "raise maxResponseBytes, or request less" });
}

/** The number of pieces of a body that are joined, unless they are large. */
const JOINED_PIECES = 1024;
const LARGE_BYTES = 1_048_576;

/**
 * Reads a body until it ends or exceeds the limit, then cancels the rest.
 *
 * Joins small chunks, because a body may arrive in chunks of one byte, each an object that keeps
 * its buffer.
 *
 * @param chunks Receives the chunks, including those before a failure.
 * @param announced The number of bytes that will arrive, if the headers are reliable.
 */
export async function readChunks(body: BodyReader, maxBytes: number, chunks: Uint8Array[], announced?: number): Promise<void> {
  let size = 0;
  let joined = { size: 0, count: chunks.length };
  // RFC 9112 §6.3: the body is complete after the announced bytes.
  while (size !== announced && size <= maxBytes) {
    const { value } = await body.read();
    if (value === undefined) return;
    chunks.push(value);
    size += value.length;
    if (chunks.length - joined.count === JOINED_PIECES) {
      if (size - joined.size < LARGE_BYTES) chunks.push(joinChunks(chunks.splice(joined.count)));
      joined = { size, count: chunks.length };
    }
  }
  if (size > maxBytes) void body.cancel();
}

/** Joins the chunks of a body. */
export function joinChunks(chunks: readonly Uint8Array[]): Uint8Array {
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
