import type { IncomingMessage } from "node:http";
import { isJson } from "../../core/http/media-types.ts";
import { decoded } from "../cassette/captured-body.ts";
import { moveAddresses } from "../cassette/move-addresses.ts";
import { forwardedHeaders, headerIn } from "./proxy-headers.ts";
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
