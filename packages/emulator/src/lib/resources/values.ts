import { isObject, type Json, parsePointer } from "../core/values/json.ts";
import { isJson } from "../core/http/media-types.ts";
import { type OperationSpec, responseOf } from "../core/schemas/operation-spec.ts";
import type { Random } from "../core/values/random.ts";

/** Returns a copy of a value with another one at a JSON pointer or name. `undefined` removes it. */
export function withValueAt(holder: unknown, place: string, value: unknown): unknown {
  return withValue(holder, tokensOf(place), value);
}

function withValue(holder: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  const properties: Json = isObject(holder) ? holder : {};
  if (rest.length === 0 && value === undefined) return without(properties, [name]);
  return { ...properties, [name]: withValue(properties[name], rest, value) };
}

function tokensOf(place: string): readonly string[] {
  return place === "" || place.startsWith("/") ? parsePointer(place) : [place];
}

/** Returns the properties with these names; all properties if there are no names. */
export function only(value: Json, names: readonly string[] | undefined): Json {
  return names === undefined ? value : Object.fromEntries(Object.entries(value).filter(([name]) => names.includes(name)));
}

/** Returns the properties without these names. */
export function without(value: Json, names: readonly string[]): Json {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/**
 * Returns a thing for a response: the properties that its schema names.
 *
 * @param extra Required properties in addition to those of the thing.
 * @returns `undefined` if the response has no JSON body.
 */
export function shown(operation: OperationSpec, status: number, value: Json, extra: Json = {}): Json | undefined {
  const media = [...(responseOf(operation, status)?.content ?? [])].find(([type]) => isJson(type))?.[1];
  if (media === undefined) return undefined;
  const { properties, additional } = media.shape;
  return { ...extra, ...only(value, properties.size === 0 || additional !== undefined ? undefined : [...properties.keys()]) };
}

/**
 * Returns a new id: the next number, or a UUID.
 *
 * @param sample An id of the contract's examples.
 */
export function newId(sample: unknown, isTaken: (id: string) => boolean, random: Random): string | number {
  const text = String(sample);
  const [, before = "", digits] = /^(.*?)(\d+)$/s.exec(text) ?? [];
  if (digits === undefined || isUuid(text)) return isUuid(text) ? random.uuid() : random.id();
  let next = BigInt(digits) + 1n;
  const written = (): string => before + String(next).padStart(digits.length, "0");
  while (isTaken(written())) next += 1n;
  return typeof sample === "number" ? Number(written()) : written();
}

function isUuid(text: string): boolean {
  return /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text);
}
