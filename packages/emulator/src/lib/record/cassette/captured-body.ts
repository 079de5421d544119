import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The bytes of a body that passed through. */
export interface CapturedBody {
  readonly size: number;
  readonly sha256: string;
  /** `undefined` if the body is larger than the limit. */
  readonly content: Uint8Array | undefined;
}

/** Collects a body while it passes through. */
export interface Capture {
  add(chunk: Uint8Array): void;
  /** The number of bytes so far. */
  size(): number;
  /** Ends the capture; called once. */
  finish(): CapturedBody;
}

/** Returns a capture that keeps bodies up to a limit. */
export function capture(limitBytes: number): Capture {
  const hash = createHash("sha256");
  let chunks: Uint8Array[] | undefined = [];
  let size = 0;
  let isFinished = false;
  return {
    add(chunk) {
      // A server may respond before it has read the whole request.
      if (isFinished) return;
      size += chunk.length;
      hash.update(chunk);
      if (size > limitBytes) chunks = undefined;
      else chunks?.push(chunk);
    },
    size: () => size,
    finish() {
      isFinished = true;
      return { size, sha256: hash.digest("hex"), content: chunks && Buffer.concat(chunks) };
    },
  };
}

const DECODERS: { readonly [coding: string]: (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array } = {
  gzip: gunzipSync,
  "x-gzip": gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
};

/** Removes a content coding (RFC 9110 §8.4); `undefined` if not possible or over the limit. */
export function decoded(bytes: Uint8Array, coding: string | undefined, limitBytes: number): Uint8Array | undefined {
  const name = coding?.trim().toLowerCase() ?? "identity";
  if (name === "identity" || name === "") return bytes;
  try {
    return DECODERS[name]?.(bytes, { maxOutputLength: limitBytes });
  } catch {
    return undefined;
  }
}
