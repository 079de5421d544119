import { isObject, type Json } from "../../core/values/json.ts";

/** Maps recorded ids, cursors and tokens to the emulator's, because two servers differ. */
export interface SameValues {
  /** Pairs the values at the same place in two responses to the same request. */
  learn(recorded: unknown, ours: unknown): void;
  /** Returns whether a response had a value. */
  has(value: string): boolean;
  /** Replaces the recorded values in a text. */
  translate(text: string): string;
  /** Replaces the recorded values in JSON. */
  translateJson(value: unknown): unknown;
}

// Ids, cursors, addresses and placeholders; no words, such as `LOGIN`, and no dates.
const LIKE_AN_ID = /^(?:(?=.*[\d@])[\w.~+=@-]{8,}|(?=.*[a-z].*[A-Z])[\w+=-]{16,})$/;
const DATE = /^\d{4}-\d\d-\d\d/;
const WORDS = /[\w.~+=@-]{8,}/g;

/** Creates an empty collection. */
export function createSameValues(): SameValues {
  const values = new Map<string, string>();
  const translate = (text: string): string => values.get(text) ?? text.replaceAll(WORDS, (word) => values.get(word) ?? word);
  const learn = (recorded: unknown, ours: unknown): void => {
    if (typeof recorded === "string" && typeof ours === "string") {
      if (URL.canParse(recorded) && URL.canParse(ours)) return learn(partsOf(new URL(recorded)), partsOf(new URL(ours)));
      if (LIKE_AN_ID.test(recorded) && !DATE.test(recorded) && !values.has(recorded)) values.set(recorded, ours);
    } else if (Array.isArray(recorded) && Array.isArray(ours)) {
      for (const [index, item] of recorded.entries()) learn(item, ours[index]);
    } else if (isObject(recorded) && isObject(ours)) {
      for (const name of Object.keys(recorded)) learn(recorded[name], ours[name]);
    }
  };
  const translateJson = (value: unknown): unknown => {
    if (typeof value === "string") return translate(value);
    if (Array.isArray(value)) return value.map(translateJson);
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, property]): [string, unknown] => [name, translateJson(property)])) : value;
  };
  return { learn, has: (value) => values.has(value), translate, translateJson };
}

function partsOf({ pathname, searchParams }: URL): object {
  return { path: pathname.split("/"), query: Object.fromEntries(searchParams) };
}

/** Returns the types of a value at each JSON Pointer, with `*` for the positions of arrays. */
export function shapeOf(value: unknown, pointer = "", shape = new Map<string, Set<string>>()): ReadonlyMap<string, ReadonlySet<string>> {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  shape.set(pointer, (shape.get(pointer) ?? new Set()).add(type));
  if (Array.isArray(value)) for (const item of value) shapeOf(item, `${pointer}/*`, shape);
  else if (isObject(value)) for (const [name, property] of Object.entries(value as Json)) shapeOf(property, `${pointer}/${name}`, shape);
  return shape;
}
