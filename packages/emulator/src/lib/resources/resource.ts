import { isObject, type Json } from "../core/json.ts";
import type { Actor, Context } from "../core/service.ts";
import { Refused } from "./refused.ts";
import { keyOf, type ResourceStore, type Thing } from "./store.ts";
import { only, without } from "./values.ts";

/** What the contract says of a resource: what its paths and schemas have in common. */
export interface Resource {
  /** Its name in the state. */
  readonly name: string;
  /** One of it, in words: `invoice`. */
  readonly one: string;
  /** The parameters that find one, those of what it belongs to first. */
  readonly path: readonly string[];
  /** The property that is the last of these; absent if a thing does not show it, or if there is only one thing. */
  readonly id?: string;
  /** The properties that are ids of what it belongs to, with their places in the path. */
  readonly above?: { readonly [property: string]: number };
  /** An id of the contract's examples. */
  readonly sample?: string | number;
  /** What it belongs to: what is deleted with that. */
  readonly parent?: Resource;
  /** The name of its schema; absent if it has none. */
  readonly schema?: string;
  /** Its properties; absent if the schema does not name them all. */
  readonly properties?: readonly string[];
  /** What a new one has that its request need not say. */
  readonly template: Json;
  /** Properties that a request does not change. */
  readonly fixed?: readonly string[];
  /** Properties that are the time of its creation, and of its last change. */
  readonly createdAt?: readonly string[];
  readonly changedAt?: readonly string[];
}

/** What a handler of a resource knows beside its input. */
export type ResourceContext = Context<ResourceStore, Actor>;

/** The parts of an input that handlers of resources read. */
export interface ResourceInput {
  readonly path: unknown;
  readonly query: unknown;
  readonly header: unknown;
  readonly body: unknown;
}

/** The ids in the path of a request, in their order: of a request to a whole resource, those of what it belongs to. */
export function idsOf(input: ResourceInput, { operation }: ResourceContext): readonly string[] {
  const given = Object(input.path) as Json;
  return [...operation.path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => String(given[name]));
}

/** Finds a thing. @throws Refused 404 if there is none. */
export function find(resource: Resource, ids: readonly string[], { store }: ResourceContext): Thing {
  const thing = store.things(resource.name).get(keyOf(ids));
  if (thing === undefined) throw new Refused(404, `There is no ${resource.one}${ids.length === 0 ? "" : ` ${ids.at(-1)}`}`);
  return thing;
}

/** Sees that what a thing belongs to is there. @throws Refused 404 if it is not. */
export function findParent({ parent }: Resource, ids: readonly string[], context: ResourceContext): void {
  if (parent !== undefined) find(parent, ids.slice(0, parent.path.length), context);
}

/** Puts a thing into the state. @throws Refused 400 if the schema does not allow it. */
export function keep(resource: Resource, ids: readonly string[], value: Json, { store, contract }: ResourceContext): Json {
  const issues = resource.schema === undefined ? [] : contract.checkSchema(resource.schema, value);
  const [issue] = issues;
  if (issue !== undefined) throw new Refused(400, `The ${resource.one} would not be valid: ${issue.pointer.slice(1)} ${issue.message}`.replace(/:  /, ": it "));
  const things = store.things(resource.name);
  const thing = { ids, value };
  if (things.get(keyOf(ids)) === undefined) things.insert(thing);
  else things.replace(thing);
  return value;
}

/** What a thing is by a request: the request's properties that the resource has, over the template. */
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

/** A thing after a change: what a request does not change stays. */
export function changed(resource: Resource, before: Json, after: Json, { now }: ResourceContext): Json {
  const { properties, fixed = [], id, changedAt = [] } = resource;
  const kept = [...fixed, ...(id === undefined ? [] : [id])];
  return { ...only(without(after, kept), properties), ...only(before, kept), ...times(changedAt, now()) };
}

function times(names: readonly string[], now: Date): Json {
  return Object.fromEntries(names.map((name) => [name, now.toISOString()]));
}

/** The properties that are ids: its own, and those of what it belongs to. */
function idProperties(resource: Resource, ids: readonly string[], above: { readonly [property: string]: number }): Json {
  const places = { ...above, ...(resource.id === undefined ? {} : { [resource.id]: ids.length - 1 }) };
  return Object.fromEntries(Object.entries(places).map(([property, place]) => [property, isNumber(resource, place) ? Number(ids[place]) : ids[place]]));
}

/** Ids of paths are texts; a thing shows a number where the examples show one. */
function isNumber({ path, sample, parent }: Resource, place: number): boolean {
  return place < path.length - 1 && parent !== undefined ? isNumber(parent, place) : place === path.length - 1 && typeof sample === "number";
}
