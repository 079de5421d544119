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

/** The body of a request or a response in one media type. */
interface Content {
  readonly mediaType: string;
  readonly place: Place;
  /** Its owner, for messages: `request`, or `response 404`. */
  readonly of: string;
}

/** Every body of an operation's request and responses. */
export function contentsOf(document: Json, operation: Place): Content[] {
  const holders = [
    ["request", descend(document, operation, "requestBody")] as const,
    ...entriesOf(document, descend(document, operation, "responses")).map(([status, place]) => [`response ${status}`, place] as const),
  ];
  return holders.flatMap(([of, holder]) => entriesOf(document, descend(document, holder, "content")).map(([mediaType, place]) => ({ mediaType, place, of })));
}

/** Keywords with one schema, and those with a map or a list of schemas. */
const SCHEMA = ["items", "additionalProperties", "unevaluatedProperties", "contains", "propertyNames", "not", "if", "then", "else"];
const SCHEMAS = ["allOf", "anyOf", "oneOf", "prefixItems", "properties", "patternProperties", "dependentSchemas"];

/** Schemas that the given ones refer to, with these, each once. Siblings of a `$ref` are one. */
export function schemasBelow(document: Json, roots: readonly Place[]): Place[] {
  const found = new Map<string, Place>();
  const visit = (pointer: string): void => {
    const value = valueAt(document, pointer);
    if (!isObject(value) || found.has(pointer)) return;
    found.set(pointer, { value, pointer });
    if (typeof value["$ref"] === "string") visit(pointerOf(value["$ref"]));
    for (const keyword of SCHEMA) visit(join(pointer, keyword));
    for (const keyword of SCHEMAS) {
      const branches = value[keyword];
      if (typeof branches === "object" && branches !== null) for (const key of Object.keys(branches)) visit(join(join(pointer, keyword), key));
    }
  };
  for (const { pointer } of roots) visit(pointer);
  return [...found.values()];
}
