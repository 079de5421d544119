/** Bytes of an answer that have not been read yet. Read them once: as a whole, or as a stream. */
export interface BinaryContent {
  /** The media type that the service gave; absent without one. */
  readonly mediaType: string | undefined;
  /** The size that the service announced, in bytes; absent without one. */
  readonly sizeBytes: number | undefined;
  /** All bytes. */
  bytes(): Promise<Uint8Array>;
  /** The bytes as they arrive. A stream that is not read to its end must be cancelled, to free its connection. */
  stream(): ReadableStream<Uint8Array>;
}
