import type { Location, UserContext } from "@redocly/openapi-core";
import { isObject, type Json } from "../contract/json.ts";

/** A value of a contract and its place, so that a finding can point at its line. */
export interface Place {
  readonly node: unknown;
  readonly location: Location;
}

/** Returns the target of a `$ref`, or the place itself; `undefined` without a target. */
function follow(context: UserContext, place: Place): Place | undefined {
  if (!isObject(place.node) || typeof place.node["$ref"] !== "string") return place;
  const { node, location } = context.resolve({ $ref: place.node["$ref"] }, place.location.source.absoluteRef);
  return node === undefined || location === undefined ? undefined : { node, location };
}

/** Follows keys from a place, resolving every `$ref`. */
export function descend(context: UserContext, place: Place | undefined, ...keys: (string | number)[]): Place | undefined {
  let current = place;
  for (const key of keys) {
    if (current === undefined || typeof current.node !== "object" || current.node === null) return undefined;
    const node = (current.node as Json)[key];
    current = node === undefined ? undefined : follow(context, { node, location: current.location.child([key]) });
  }
  return current;
}

/** Returns the properties of an object or the elements of a list, with `$ref`s resolved. */
export function entriesOf(context: UserContext, place: Place | undefined): (readonly [string, Place])[] {
  if (place === undefined || typeof place.node !== "object" || place.node === null) return [];
  return Object.keys(place.node).flatMap((key) => {
    const entry = descend(context, place, key);
    return entry === undefined ? [] : [[key, entry] as const];
  });
}

/** Returns the properties of a schema and its branches, without those that are `false` in one. */
export function propertiesOf(context: UserContext, schema: Place | undefined): Set<string> {
  const names = new Set<string>();
  for (const branch of branchesOf(context, schema))
    for (const [name, property] of entriesOf(context, descend(context, branch, "properties"))) if (property.node !== false) names.add(name);
  return names;
}

/** Returns the schema of a property in a schema or its branches; `undefined` if there is none. */
export function propertyOf(context: UserContext, schema: Place, name: string): Place | undefined {
  for (const branch of branchesOf(context, schema)) {
    const own = descend(context, branch, "properties", name);
    if (own !== undefined && own.node !== false) return own;
  }
  return undefined;
}

/** Returns a schema and its branches, each once: references can repeat exponentially. */
function branchesOf(context: UserContext, schema: Place | undefined, found = new Map<unknown, Place>()): Iterable<Place> {
  if (schema === undefined || found.has(schema.node)) return found.values();
  found.set(schema.node, schema);
  for (const keyword of ["allOf", "anyOf", "oneOf"])
    for (const [, branch] of entriesOf(context, descend(context, schema, keyword))) branchesOf(context, branch, found);
  return found.values();
}
