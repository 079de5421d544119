import { pipeline, Readable, type Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";

/** What is asked for where the request does not say: what can be decompressed here. */
export const ACCEPTED_ENCODINGS = "gzip, br, deflate";

/** Reads the next piece; `undefined` at the end. */
export type Read = () => Promise<Uint8Array | undefined>;

/** A body that has been compressed more often than anybody does is meant to harm. */
const MOST_CODINGS = 3;

// RFC 9110 §8.4.1: x-gzip is gzip; "deflate" is the zlib format, though some send the bare one.
const DECOMPRESSORS: { readonly [coding: string]: (first: Uint8Array) => Transform } = {
  gzip: () => createGunzip(),
  "x-gzip": () => createGunzip(),
  br: () => createBrotliDecompress(),
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 0x08 ? createInflate() : createInflateRaw()),
};

/**
 * Reads a body out of its compression, piece by piece as it is asked for, so that nothing small grows large unread. Compressed data that ends early is an error.
 *
 * @param encoding The value of `Content-Encoding`. With a coding that is not known the bytes stay as they are.
 * @returns The reader itself where nothing is compressed.
 */
export function decompressed(read: Read, encoding: string | null): Read {
  if (encoding === null) return read;
  const codings = encoding
    .toLowerCase()
    .split(",")
    .flatMap((part) => (["", "identity"].includes(part.trim()) ? [] : [part.trim()]));
  if (codings.length === 0 || codings.some((coding) => DECOMPRESSORS[coding] === undefined)) return read;
  let pieces: AsyncIterator<Uint8Array> | undefined;
  return async () => {
    if (pieces === undefined) {
      if (codings.length > MOST_CODINGS) throw new Error(`the body is compressed ${codings.length} times`);
      const first = await read();
      // An empty body is empty in every coding.
      if (first === undefined) return undefined;
      pieces = throughDecompressors(first, read, codings)[Symbol.asyncIterator]();
    }
    const next = await pieces.next();
    return next.done === true ? undefined : next.value;
  };
}

function throughDecompressors(first: Uint8Array, read: Read, codings: readonly string[]): AsyncIterable<Uint8Array> {
  async function* received(): AsyncGenerator<Uint8Array> {
    for (let piece: Uint8Array | undefined = first; piece !== undefined; piece = await read()) yield piece;
  }
  // RFC 9110 §8.4: listed in the order they were applied, so that the last is taken off first.
  const steps = [...codings].reverse().map((coding) => DECOMPRESSORS[coding]?.(first) as Transform);
  // An error reaches the reader by the last of them.
  return pipeline([Readable.from(received()), ...steps], () => {}) as unknown as AsyncIterable<Uint8Array>;
}
