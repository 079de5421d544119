import type { RequestInput } from "../contract/contract.ts";
import { isObject, type Json } from "../values/json.ts";

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
