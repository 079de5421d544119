/** A media type in lower case, without its parameters. */
export function essenceOf(mediaType: string): string {
  return mediaType.replace(/;.*/s, "").trim().toLowerCase();
}

/** Whether a media type is JSON or built on it, such as `application/problem+json`. */
export function isJson(mediaType: string): boolean {
  return mediaType === "application/json" || /[/+]json$/.test(essenceOf(mediaType));
}

/** Whether a body is a text. */
export function isText(mediaType: string): boolean {
  return /^text\/|[/+]xml$/.test(essenceOf(mediaType));
}

/** What stands before and after each value of a media type that is a row of JSON values; `undefined` of another one. */
export function rowOf(mediaType: string): readonly [before: string, after: string] | undefined {
  const essence = essenceOf(mediaType);
  if (essence === "text/event-stream") return ["data: ", "\n\n"];
  if (/[/+]json-seq$/.test(essence)) return ["\u001E", "\n"];
  return /^application\/(x-)?(ndjson|jsonl|jsonlines|json-lines)$/.test(essence) ? ["", "\n"] : undefined;
}

/** The entry of a media type among those of a contract, whose keys may be ranges such as `image/*`. */
export function mediaOf<T>(content: ReadonlyMap<string, T>, mediaType: string): T | undefined {
  const essence = essenceOf(mediaType);
  return content.get(essence) ?? content.get(essence.replace(/\/.*/, "/*")) ?? content.get("*/*");
}
