import { isObject, join, type Json, pointerOf, valueAt } from "@keywright/generate/contract";

/** A value of a bundled contract and its JSON pointer. */
export interface Place {
  readonly value: unknown;
  readonly pointer: string;
}

/** The place at a JSON pointer, with `$ref`s resolved. */
export function placeAt(document: Json, pointer: string): Place | undefined {
  const value = valueAt(document, pointer);
  if (isObject(value) && typeof value["$ref"] === "string") return placeAt(document, pointerOf(value["$ref"]));
  return value === undefined ? undefined : { value, pointer };
}

/** Follows keys from a place, resolving every `$ref`. */
export function descend(document: Json, place: Place | undefined, ...keys: readonly (string | number)[]): Place | undefined {
  let current = place;
  for (const key of keys) current = current === undefined ? undefined : placeAt(document, join(current.pointer, key));
  return current;
}

/** Returns an object's properties or a list's elements, each with key and `$ref`s resolved. */
export function entriesOf(document: Json, place: Place | undefined): (readonly [string, Place])[] {
  if (place === undefined || typeof place.value !== "object" || place.value === null) return [];
  return Object.keys(place.value).flatMap((key) => {
    const entry = descend(document, place, key);
    return entry === undefined ? [] : [[key, entry] as const];
  });
}
