import type { RequestInput } from "../contract/contract.ts";
import { isObject, type Json, objectAt, writePointer } from "../values/json.ts";
import type { OperationSpec } from "../schemas/operation-spec.ts";
import { pairsOf } from "../contract/parameter-styles.ts";
import { type Branches, elementOf, propertyOf } from "../schemas/schema-branches.ts";

/** What was read of an object through a view of it. */
export interface Reads {
  readonly view: Json;
  /** Names of properties that were read. */
  readonly names: ReadonlySet<string>;
  /** Whether all properties were listed, as a copy does. */
  readonly isCopied: boolean;
  /** Returns what was read of a property that is an object. */
  inner(name: string): Reads | undefined;
}

/** What a handler read of its input. A part without properties is `undefined`. */
export interface InputUse {
  readonly input: RequestInput;
  readonly query: Reads | undefined;
  readonly header: Reads | undefined;
  readonly body: Reads | undefined;
}

/** Returns a view of an input for a handler, and what the handler reads of it. */
export function watchInput(input: RequestInput): { readonly view: RequestInput; readonly use: InputUse } {
  const query = watch(input.query);
  const header = watch(input.header);
  const body = watch(input.body);
  const isWatched = query !== undefined || header !== undefined || body !== undefined;
  const view = isWatched ? { ...input, query: query?.view ?? input.query, header: header?.view ?? input.header, body: body?.view ?? input.body } : input;
  return { view, use: { input, query, header, body } };
}

function watch(value: unknown): Watched | undefined {
  return isPlain(value) && Object.keys(value).length > 0 ? new Watched(value) : undefined;
}

function isPlain(value: unknown): value is Json {
  return isObject(value) && !(value instanceof Uint8Array);
}

/** A copy has the values themselves, so that a store never keeps a view. */
class Watched implements Reads, ProxyHandler<Json> {
  readonly view: Json;
  readonly names = new Set<string>();
  isCopied = false;
  #inner: Map<string, Watched> | undefined;

  constructor(value: Json) {
    this.view = new Proxy(value, this);
  }

  inner(name: string): Reads | undefined {
    return this.#inner?.get(name);
  }

  get(target: Json, name: string | symbol): unknown {
    if (typeof name !== "string") return Reflect.get(target, name);
    this.names.add(name);
    const property = target[name];
    if (this.isCopied || !isPlain(property)) return property;
    this.#inner ??= new Map();
    const watched = this.#inner.get(name) ?? new Watched(property);
    this.#inner.set(name, watched);
    return watched.view;
  }

  ownKeys(target: Json): readonly (string | symbol)[] {
    this.isCopied = true;
    return Reflect.ownKeys(target);
  }
}

/** Returns what no handler read: JSON Pointers into the body, `?name` and `header:name`. */
export function unusedInputOf(operation: OperationSpec, query: string, { input, ...use }: InputUse, branches: Branches): readonly string[] {
  const schemas = [...(operation.body?.content.values() ?? [])].map(({ schema }) => schema);
  const sent = query === "" ? [] : pairsOf(query, "&").map(([name]) => name);
  const unknown = sent.filter((name) => !isDeclared(operation, name));
  return [
    ...[...new Set([...unknown, ...neverRead(input.query, use.query)])].map((name) => `?${name}`),
    ...neverRead(input.header, use.header).map((name) => `header:${name}`),
    ...unreadIn(input.body, schemas, use.body, branches, []),
  ];
}

function neverRead(values: Json, reads: Reads | undefined): readonly string[] {
  return reads?.isCopied === true ? [] : Object.keys(values).filter((name) => reads?.names.has(name) !== true);
}

/** Returns whether a name in the query is a parameter's; objects can have one per property. */
function isDeclared({ parameters }: OperationSpec, sent: string): boolean {
  return parameters.some(({ in: place, name, shape: { properties, additional } }) => {
    if (place !== "query") return false;
    return name === sent || sent.startsWith(`${name}[`) || properties.has(sent) || additional !== undefined;
  });
}

/** @param reads Absent if the whole value was read. */
function unreadIn(value: unknown, schemas: readonly unknown[], reads: Reads | undefined, branches: Branches, path: readonly string[]): readonly string[] {
  const all = branches(schemas);
  if (Array.isArray(value)) return value.flatMap((each, index) => unreadIn(each, elementOf(all), undefined, branches, [...path, String(index)]));
  if (!isObject(value) || value instanceof Uint8Array) return [];
  const isKnown = (name: string): boolean => isOpen(all) || all.some((schema) => Object.hasOwn(objectAt(schema, "properties"), name));
  return Object.entries(value).flatMap(([name, property]) => {
    const at = [...path, name];
    const isRead = reads?.names.has(name) === true && !reads.isCopied;
    const isUsed = isRead || (isKnown(name) && (reads === undefined || reads.isCopied));
    return isUsed ? unreadIn(property, propertyOf(all, name), reads?.inner(name), branches, at) : [writePointer(at)];
  });
}

/** Returns whether schemas accept properties that they do not name. */
function isOpen(all: readonly Json[]): boolean {
  const named = all.some((schema) => schema["properties"] !== undefined);
  return !named || all.some((schema) => schema["additionalProperties"] === true || isObject(schema["additionalProperties"]));
}
