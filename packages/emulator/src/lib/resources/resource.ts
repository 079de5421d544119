import { isObject, type Json } from "../core/values/json.ts";
import type { Actor, Context } from "../core/service/service.ts";
import { Rejected } from "./rejected.ts";
import { keyOf, type ResourceStore, type Thing } from "./store.ts";
import { only, without } from "./values.ts";

/** A resource of the contract: what its paths and schemas have in common. */
export interface Resource {
  /** Its name in the state. */
  readonly name: string;
  /** Its name in messages: `invoice`. */
  readonly one: string;
  /** The path parameters of a thing, those of its parents first. */
  readonly path: readonly string[];
  /** The property with the last parameter; absent if there is none, or only one thing. */
  readonly id?: string;
  /** The properties with ids of parents, and their indexes in the path. */
  readonly above?: { readonly [property: string]: number };
  /** An id of the contract's examples. */
  readonly sample?: string | number;
  /** The resource that it belongs to, and is deleted with. */
  readonly parent?: Resource;
  /** The name of its schema; absent if it has none. */
  readonly schema?: string;
  /** Its properties; absent if the schema does not name them all. */
  readonly properties?: readonly string[];
  /** Default values of a new thing. */
  readonly template: Json;
  /** An entity tag of the contract's examples; absent if its responses have none. */
  readonly tag?: string;
  /** Properties that requests cannot change. */
  readonly fixed?: readonly string[];
  /** Properties with the time of its creation. */
  readonly createdAt?: readonly string[];
  /** Properties with the time of its last change. */
  readonly changedAt?: readonly string[];
}

/** The context of a handler of a resource. */
export type ResourceContext = Context<ResourceStore, Actor>;

/** The input of a handler of a resource. */
export interface ResourceInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly header: unknown;
  readonly body: unknown;
}

/** Returns the ids in the path in order; for a whole resource, those of its parents. */
export function idsOf(input: ResourceInput, { operation }: ResourceContext): readonly string[] {
  const given = Object(input.path) as Json;
  return [...operation.path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => String(given[name]));
}

/** Returns a thing. @throws `Rejected` with 404 if it does not exist. */
export function find(resource: Resource, ids: readonly string[], { store }: ResourceContext): Thing {
  const thing = store.things(resource.name).get(keyOf(ids));
  if (thing === undefined) throw new Rejected(404, `There is no ${resource.one}${ids.length === 0 ? "" : ` ${ids.at(-1)}`}`);
  return thing;
}

/** Checks that the parent of a thing exists. @throws `Rejected` with 404 if it does not. */
export function findParent({ parent }: Resource, ids: readonly string[], context: ResourceContext): void {
  if (parent !== undefined) find(parent, ids.slice(0, parent.path.length), context);
}

/** Stores a thing. @throws `Rejected` with 400 if it breaks the schema. */
export function keep(resource: Resource, ids: readonly string[], value: Json, { store, contract }: ResourceContext): Json {
  const issues = resource.schema === undefined ? [] : contract.checkSchema(resource.schema, value);
  const [issue] = issues;
  if (issue !== undefined) throw new Rejected(400, `The ${resource.one} is not valid: ${issue.pointer.slice(1)} ${issue.message}`.replace(/:  /, ": it "));
  const things = store.things(resource.name);
  const thing = { ids, value, ...(resource.tag === undefined ? {} : { isWritten: true }) };
  if (things.get(keyOf(ids)) === undefined) things.insert(thing);
  else things.replace(thing);
  return value;
}

/** Returns a thing from a request: the template with the request's properties. */
export function made(resource: Resource, ids: readonly string[], body: unknown, { now }: ResourceContext): Json {
  const { properties, fixed = [], template, above = {}, createdAt = [], changedAt = [] } = resource;
  const given = isObject(body) ? only(without(body, fixed), properties) : {};
  return {
    ...template,
    ...times([...createdAt, ...changedAt], now()),
    ...given,
    ...idProperties(resource, ids, above),
  };
}

/** Returns a thing after a change, without changes to fixed properties. */
export function changed(resource: Resource, before: Json, after: Json, { now }: ResourceContext): Json {
  const { properties, fixed = [], id, changedAt = [] } = resource;
  const kept = [...fixed, ...(id === undefined ? [] : [id])];
  return { ...only(without(after, kept), properties), ...only(before, kept), ...times(changedAt, now()) };
}

function times(names: readonly string[], now: Date): Json {
  return Object.fromEntries(names.map((name) => [name, now.toISOString()]));
}

/** Returns the properties with ids, its own and those of its parents. */
function idProperties(resource: Resource, ids: readonly string[], above: { readonly [property: string]: number }): Json {
  const places = { ...above, ...(resource.id === undefined ? {} : { [resource.id]: ids.length - 1 }) };
  return Object.fromEntries(Object.entries(places).map(([property, place]) => [property, isNumber(resource, place) ? Number(ids[place]) : ids[place]]));
}

/** Returns whether an id is a number in the examples. Ids in paths are strings. */
function isNumber({ path, sample, parent }: Resource, place: number): boolean {
  return place < path.length - 1 && parent !== undefined ? isNumber(parent, place) : place === path.length - 1 && typeof sample === "number";
}
