import type { CallContext } from "./call-context.ts";
import { type InvalidResponseCode, InvalidResponseError } from "./errors.ts";
import { redact, redactCause } from "./redact.ts";
import type { TransportResponse } from "./transport.ts";

/** What an error answer may hold in memory; what is beyond it is not read. */
const MAX_ERROR_BYTES = 65_536;
const EXCERPT_LENGTH = 1024;

let strict: InstanceType<typeof TextDecoder> | undefined;

/**
 * Reads the body of a success, whole.
 *
 * @throws InvalidResponseError where it ends early or is too large.
 */
export function readWhole(response: TransportResponse, context: CallContext, maxBytes: number): Promise<Uint8Array> {
  const announced = announcedBytes(response);
  const pieces: Uint8Array[] = [];
  return readUpTo(response, announced, maxBytes, pieces).then(
    () => {
      const bytes = joinPieces(pieces);
      if (bytes.length > maxBytes || (announced ?? 0) > maxBytes)
        throw invalid(context, response, "response-too-large", `is larger than ${maxBytes} bytes: raise maxResponseBytes, or ask for less`);
      if (bytes.length < (announced ?? 0)) throw invalid(context, response, "truncated-response", `ended after ${bytes.length} of ${announced} bytes`);
      return bytes;
    },
    (error: unknown) => {
      const received = `${sizeOf(pieces)} ${announced === undefined ? "" : `of ${announced} `}bytes`;
      throw invalid(context, response, "truncated-response", `was cut off after ${received}`, { cause: redactCause(error, context) });
    },
  );
}

/**
 * Decodes the body of a success in strict UTF-8. A byte order mark is accepted.
 *
 * @param expected The media types that the contract allows. A service that names none is believed.
 * @throws InvalidResponseError where it is of another type or is no UTF-8.
 */
export function decodeText(bytes: Uint8Array, response: TransportResponse, context: CallContext, expected: RegExp): string {
  checkMediaType(response, context, expected, bytes);
  const text = decodeStrictly(bytes);
  if (text === undefined) throw invalid(context, response, "malformed-response", "is not UTF-8");
  return text;
}

/** Decodes UTF-8; `undefined` where it is none. */
export function decodeStrictly(bytes: Uint8Array): string | undefined {
  try {
    strict ??= new TextDecoder("utf-8", { fatal: true });
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads a success that the contract says is JSON. */
export function parseJson(text: string, response: TransportResponse, context: CallContext): unknown {
  if (text === "") throw invalid(context, response, "truncated-response", "is empty");
  try {
    return JSON.parse(text);
  } catch {
    // JSON that is an object or array, as every answer here is, ends with its bracket: without it, the end is missing.
    const whole = /[\]}]\s*$/.test(text);
    throw invalid(
      context,
      response,
      whole ? "malformed-response" : "truncated-response",
      whole ? "is not JSON" : `ends in the middle of its JSON, after ${new TextEncoder().encode(text).length} bytes`,
    );
  }
}

/** The type comes before the encoding: a login page in another encoding is still a login page. */
function checkMediaType(response: TransportResponse, context: CallContext, expected: RegExp, bytes: Uint8Array): void {
  const {
    secrets,
    response: { mediaType: contractual },
  } = context.call.operation;
  const given = response.header("content-type") ?? "";
  if (given === contractual) return;
  const mediaType = (given.split(";", 1)[0] as string).trim();
  if (mediaType === "" || expected.test(mediaType.toLowerCase())) return;
  // An empty answer where none is due, whatever type its header claims.
  if (bytes.length === 0 && contractual === undefined) return;
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_ERROR_BYTES));
  // The contract's own answer under another type: its secrets cannot be told from the rest of an excerpt.
  const mayHoldSecrets = secrets?.response !== undefined && /^\s*[[{]/.test(text);
  const excerpt = mayHoldSecrets ? undefined : redact(text, context).slice(0, EXCERPT_LENGTH);
  throw invalid(
    context,
    response,
    "unexpected-content",
    `is ${redact(mediaType, context).toLowerCase().slice(0, 60)}, not ${contractual ?? "an empty answer"}: check that baseUrl is the service's own address`,
    { excerpt },
  );
}

/** Reads the body of a refusal as far as it helps: JSON as a value, else text, `undefined` where there is none. Never throws but for an abort. */
export async function readErrorBody(response: TransportResponse): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  try {
    await readUpTo(response, undefined, MAX_ERROR_BYTES, pieces);
  } catch {
    return undefined;
  }
  const text = new TextDecoder().decode(joinPieces(pieces).subarray(0, MAX_ERROR_BYTES));
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}

/** The number of bytes that will come, where the answer says it and it is not compressed. */
export function announcedBytes(response: TransportResponse): number | undefined {
  const length = response.header("content-length");
  return length === null || !/^\d+$/.test(length) || response.header("content-encoding") !== null ? undefined : Number(length);
}

/** Makes the error of an answer that is not what the contract says. */
export function invalid(
  context: CallContext,
  response: TransportResponse,
  code: InvalidResponseCode,
  what: string,
  more: { readonly cause?: unknown; readonly excerpt?: string | undefined } = {},
): InvalidResponseError {
  const { id, retry } = context.call.operation;
  const consequence = retry === "never" && code !== "unexpected-content" ? "; the service has probably acted" : "";
  return new InvalidResponseError(code, `${id}: the answer with status ${response.status} ${what}${consequence}`, {
    operationId: id,
    status: response.status,
    ...more,
  });
}

/** Reads a body piece by piece until it ends or is past the limit, where the rest is given up. What came before it fails stands in `pieces`. */
export async function readUpTo(response: TransportResponse, announced: number | undefined, maxBytes: number, pieces: Uint8Array[]): Promise<void> {
  // RFC 9112 §6.3: with so many bytes the body is whole; its end need not be waited for.
  const whole = response.showsFraming ? announced : undefined;
  let size = announced !== undefined && announced > maxBytes ? announced : 0;
  while (size !== whole && size <= maxBytes) {
    const piece = await response.read();
    if (piece === undefined) return;
    pieces.push(piece);
    size += piece.length;
  }
  if (size > maxBytes) response.cancel();
}

/** The pieces of a body as one. */
export function joinPieces(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const whole = new Uint8Array(sizeOf(pieces));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function sizeOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((size, piece) => size + piece.length, 0);
}
