/** The kinds of responses that are read item by item, as `StreamType` in `@keywright/core`. */
export type StreamRow = "events" | "lines" | "sequence";

/** A media type in lower case, without its parameters. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/** Whether a media type is JSON, in any spelling and with any parameters (RFC 6839 §3.1). */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

const STREAMS: { readonly [essence: string]: StreamRow } = {
  "text/event-stream": "events",
  "application/x-ndjson": "lines",
  "application/ndjson": "lines",
  "application/jsonl": "lines",
  "application/x-jsonl": "lines",
  "application/x-jsonlines": "lines",
  "application/jsonlines": "lines",
  "application/json-lines": "lines",
  "application/json-seq": "sequence",
  "application/geo+json-seq": "sequence",
};

/** How the items of a media type follow each other; `undefined` if it is no stream. */
export function streamOf(mediaType: string): StreamRow | undefined {
  return STREAMS[essenceOf(mediaType)];
}
