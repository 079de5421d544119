import { Readable, type Transform, pipeline } from "node:stream";
import type * as Zlib from "node:zlib";
import type { BodyReader } from "../../http.ts";

/** The encodings that can be decompressed, accepted unless the request says otherwise. */
export const ACCEPTED_ENCODINGS = "gzip, br, deflate";

/** A body with more encodings than this is an attack. */
const MAX_CODINGS = 3;

type Read = BodyReader["read"];

// RFC 9110 §8.4.1: x-gzip is gzip; "deflate" is the zlib format, though some send the raw one.
const DECOMPRESSORS: { readonly [coding: string]: (zlib: typeof Zlib, first: Uint8Array) => Transform } = {
  gzip: (zlib) => zlib.createGunzip(),
  "x-gzip": (zlib) => zlib.createGunzip(),
  br: (zlib) => zlib.createBrotliDecompress(),
  deflate: (zlib, first) => (((first[0] ?? 0) & 0x0f) === 0x08 ? zlib.createInflate() : zlib.createInflateRaw()),
};

/**
 * Returns a reader that decompresses a body chunk by chunk, so that a small body cannot fill the
 * memory. Compressed data that ends early is an error.
 *
 * @param encoding The value of `Content-Encoding`. With an unknown encoding, the bytes stay as they
 * are.
 * @returns `read` itself if nothing is compressed.
 */
export function decompressed(read: Read, encoding: string | null): Read {
  if (encoding === null) return read;
  const codings = encoding
    .toLowerCase()
    .split(",")
    .flatMap((coding) => (["", "identity"].includes(coding.trim()) ? [] : [coding.trim()]));
  const decompressors = codings.flatMap((coding) => DECOMPRESSORS[coding] ?? []);
  if (codings.length === 0 || decompressors.length < codings.length) return read;
  let chunks: AsyncIterator<Uint8Array> | undefined;
  return async () => {
    if (chunks === undefined) {
      if (codings.length > MAX_CODINGS) throw new Error(`the body is compressed ${codings.length} times`);
      const { value: first } = await read();
      // An empty body is empty in every coding.
      if (first === undefined) return { done: true };
      // RFC 9110 §8.4: listed in the order of encoding, so the last is decoded first.
      const zlib = await import("node:zlib");
      const steps = decompressors.map((create) => create(zlib, first)).reverse();
      chunks = through(first, read, steps)[Symbol.asyncIterator]();
    }
    const { done = false, value } = await chunks.next();
    return { done, value };
  };
}

function through(first: Uint8Array, read: Read, steps: readonly Transform[]): AsyncIterable<Uint8Array> {
  async function* received(): AsyncGenerator<Uint8Array> {
    for (let chunk: Uint8Array | undefined = first; chunk !== undefined; chunk = (await read()).value) yield chunk;
  }
  const source = Readable.from(received());
  // An error of any step reaches the last one.
  pipeline([source, ...steps], () => {});
  return steps.at(-1) ?? source;
}
