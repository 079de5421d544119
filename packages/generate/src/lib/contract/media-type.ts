/** Writer of a request body. */
export type RequestFormat = "json" | "form" | "bytes" | "text" | "lines" | "multipart";

/** Stream types of responses, as `StreamType` in `@keywright/core`. */
export type StreamRow = "events" | "lines" | "sequence";

/** A media type without its parameters, in lower case (RFC 9110 §8.3.1). */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/** Whether a media type is JSON, in any spelling and with any parameters (RFC 6839 §3.1). */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

/** Whether a media type is text or XML, which is sent and read as text. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+]xml$/.test(essenceOf(mediaType));
}

/** The stream type of a media type; `undefined` if it is not a stream. */
export function streamOf(mediaType: string): StreamRow | undefined {
  const essence = essenceOf(mediaType);
  if (essence === "text/event-stream") return "events";
  if (/^application\/(geo\+)?json-seq$/.test(essence)) return "sequence";
  return /^application\/(x-)?(ndjson|jsonl|json-?lines)$/.test(essence) ? "lines" : undefined;
}

/** The writer for a request body of a media type; `undefined` if it is not supported. */
export function requestFormat(mediaType: string): RequestFormat | undefined {
  const essence = essenceOf(mediaType);
  if (isJson(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  if (/^multipart\/|\+?json-seq$|^text\/event-stream$/.test(essence)) return undefined;
  if (streamOf(essence) === "lines") return "lines";
  return isText(essence) && !essence.includes("*") ? "text" : "bytes";
}
