/** How a request body of a media type is written. */
export type RequestFormat = "json" | "form" | "bytes" | "text" | "lines" | "multipart";

/** A media type without its parameters, in lower case (RFC 9110 §8.3.1). */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(essenceOf(mediaType));
}

export function isText(mediaType: string): boolean {
  return /^text\/|[/+]xml$/.test(essenceOf(mediaType));
}

/** How a request body of a media type is written; `undefined` if it cannot be. */
export function requestFormat(mediaType: string): RequestFormat | undefined {
  const essence = essenceOf(mediaType);
  if (isJson(essence)) return "json";
  if (essence === "application/x-www-form-urlencoded") return "form";
  if (essence === "multipart/form-data") return "multipart";
  if (/^multipart\/|\+?json-seq$|^text\/event-stream$/.test(essence)) return undefined;
  if (/^application\/(x-ndjson|ndjson|jsonl|x-jsonlines)$/.test(essence)) return "lines";
  return isText(essence) && !essence.includes("*") ? "text" : "bytes";
}
