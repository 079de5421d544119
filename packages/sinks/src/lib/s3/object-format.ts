import type { SinkRecord } from "../sink.ts";

/** Bytes with their own buffer, for `fetch`. Before TypeScript 5.7, they have no type parameter. */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/** How the events of a batch become an object. */
export interface ObjectFormat<Event> {
  /** The end of the key after the period, such as `parquet`. */
  readonly extension: string;
  /** The media type of the object. */
  readonly mediaType: string;
  /** Returns the content of the object. An error that it throws fails the batch. */
  readonly encode: (records: readonly SinkRecord<Event>[]) => Bytes | Promise<Bytes>;
}

/** A line of JSON for each event, compressed by gzip. */
export const LINES: ObjectFormat<unknown> & { readonly contentEncoding: string } = {
  extension: "ndjson.gz",
  mediaType: "application/x-ndjson",
  contentEncoding: "gzip",
  async encode(records) {
    const lines = new Blob(records.map(({ json }) => `${json}\n`)).stream();
    return new Uint8Array(await new Response(lines.pipeThrough(new CompressionStream("gzip"))).arrayBuffer());
  },
};
