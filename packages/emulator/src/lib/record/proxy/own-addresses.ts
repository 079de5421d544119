import type { IncomingMessage } from "node:http";
import { isJson } from "../../core/http/media-types.ts";
import { decoded } from "../cassette/captured-body.ts";
import { moveAddresses } from "../cassette/move-addresses.ts";
import { LONGEST_RECORDED } from "../cassette/record-body.ts";

/** A response to pass on. */
export interface PassedResponse {
  /** Names and values in turn. */
  readonly headers: string[];
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Replaces the server's addresses in `Location`, `Link` and JSON, so that clients use the proxy.
 *
 * Only JSON within the limit of recorded bodies is read first; other bodies are streams.
 */
export async function withOwnAddresses(response: IncomingMessage, from: string, to: string, onChunk: (chunk: Uint8Array) => void): Promise<PassedResponse> {
  const move = (text: string): string => moveAddresses(text, from, to);
  const raw = forwardedHeaders(response.rawHeaders);
  const headers = raw.map((text, index) => (index % 2 === 1 && /^(location|link)$/i.test(raw[index - 1] ?? "") ? move(text) : text));
  const header = headerIn(response.rawHeaders);
  const chunks = seen(response, onChunk);
  if (!isJson(header("content-type") ?? "")) return { headers, chunks };
  const { start, isWhole } = await readStart(chunks);
  const bytes = isWhole ? decoded(Buffer.concat(start), header("content-encoding"), LONGEST_RECORDED) : undefined;
  const text = bytes === undefined ? "" : Buffer.from(bytes).toString("utf8");
  const moved = move(text);
  if (moved === text) return { headers, chunks: joined(start, chunks) };
  const body = Buffer.from(moved);
  const rest = forwardedHeaders(headers, ["content-length", "content-encoding"]);
  return { headers: [...rest, "Content-Length", String(body.length)], chunks: joined([body], chunks) };
}

async function* seen(chunks: AsyncIterable<Uint8Array>, onChunk: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    onChunk(chunk);
    yield chunk;
  }
}

async function readStart(chunks: AsyncGenerator<Uint8Array>): Promise<{ readonly start: readonly Uint8Array[]; readonly isWhole: boolean }> {
  const start: Uint8Array[] = [];
  for (let size = 0; size <= LONGEST_RECORDED;) {
    const { done, value } = await chunks.next();
    if (done === true) return { start, isWhole: true };
    start.push(value);
    size += value.length;
  }
  return { start, isWhole: false };
}

async function* joined(start: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* start;
  yield* rest;
}

const HOP_BY_HOP = [
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
];

/** Header names and values in turn, as Node has them: names as sent, repeated headers apart. */
type RawHeaders = readonly string[];

/** Returns headers without those of the connection, and without other names, in lower case. */
export function forwardedHeaders(raw: RawHeaders, others: readonly string[] = []): string[] {
  const named = valuesOf(raw, "connection").flatMap((value) => value.split(",").map((name) => name.trim().toLowerCase()));
  // Without its length, a body could be read as the next request.
  const left = new Set([...HOP_BY_HOP, ...named.filter((name) => name !== "content-length"), ...others]);
  return raw.filter((_, index) => !left.has((raw[index - (index % 2)] ?? "").toLowerCase()));
}

/** Returns the values of a header by its name in lower case. */
export function valuesOf(raw: RawHeaders, name: string): readonly string[] {
  return raw.filter((_, index) => index % 2 === 1 && raw[index - 1]?.toLowerCase() === name);
}

/** Returns a function that reads a header; repeated ones are joined by a comma. */
export function headerIn(raw: RawHeaders): (name: string) => string | undefined {
  return (name) => {
    const values = valuesOf(raw, name);
    return values.length === 0 ? undefined : values.join(", ");
  };
}
