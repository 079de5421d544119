/** Returns a media type in lower case, without parameters. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/** Returns whether a media type is JSON or based on it, such as `application/problem+json`. */
export function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || /[/+]json$/.test(essenceOf(mediaType));
}

/** Returns whether a media type is text. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+]xml$/.test(essenceOf(mediaType));
}

/** Returns the text around each value of a sequence of JSON values; `undefined` otherwise. */
export function rowOf(mediaType: string): readonly [before: string, after: string] | undefined {
  const essence = essenceOf(mediaType);
  if (essence === "text/event-stream") return ["data: ", "\n\n"];
  if (/[/+]json-seq$/.test(essence)) return ["\u001E", "\n"];
  return /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines)$/.test(essence) ? ["", "\n"] : undefined;
}

/** Returns the entry for a media type. Keys can be ranges such as `image/*`. */
export function mediaOf<T>(content: ReadonlyMap<string, T>, mediaType: string): T | undefined {
  const essence = essenceOf(mediaType);
  return content.get(essence) ?? content.get(essence.replace(/\/.*/, "/*")) ?? content.get("*/*");
}
