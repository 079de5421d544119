/** Anything with members. */
export interface Json {
  readonly [key: string]: unknown;
}

/** A value of a bundled contract and the JSON pointer at which it stands. */
export interface Place {
  readonly value: unknown;
  readonly pointer: string;
}

/** Whether a value is an object with members, neither `null` nor a list. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a JSON pointer; `undefined` where there is none. */
export function valueAt(document: Json, pointer: string): unknown {
  let value: unknown = document;
  for (const segment of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Json)[unescapeSegment(segment)];
  }
  return value;
}

/** The place at a JSON pointer, `$ref`s followed. */
export function placeAt(document: Json, pointer: string): Place | undefined {
  const value = valueAt(document, pointer);
  if (isObject(value) && typeof value["$ref"] === "string") return placeAt(document, decodeURIComponent(value["$ref"].slice(1)));
  return value === undefined ? undefined : { value, pointer };
}

/** Goes down from a place by keys, through every `$ref` on the way. */
export function descend(document: Json, place: Place | undefined, ...keys: readonly (string | number)[]): Place | undefined {
  let current = place;
  for (const key of keys) current = current === undefined ? undefined : placeAt(document, join(current.pointer, key));
  return current;
}

/** The members of an object, or the elements of a list, each with its key and with `$ref`s followed. */
export function entriesOf(document: Json, place: Place | undefined): (readonly [string, Place])[] {
  if (place === undefined || typeof place.value !== "object" || place.value === null) return [];
  return Object.keys(place.value).flatMap((key) => {
    const entry = descend(document, place, key);
    return entry === undefined ? [] : [[key, entry] as const];
  });
}

/** A JSON pointer one key further down (RFC 6901 §3: `~` and `/` of a key are escaped). */
export function join(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function unescapeSegment(segment: string): string {
  return segment.replaceAll("~1", "/").replaceAll("~0", "~");
}
