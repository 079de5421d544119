/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** Whether a value is an object, and neither `null` nor a list. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a name, unless each object inherits one of this name, such as `constructor`. */
export function ownOf<Value>(values: { readonly [name: string]: Value } | undefined, name: string): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

/** A JSON pointer extended by a key (RFC 6901 §3: `~` and `/` of a key are escaped). */
export function join(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** The keys of a JSON pointer, with or without a `#` before it. */
export function keysOf(pointer: string): string[] {
  const [, ...keys] = pointer.split("/");
  return pointer.includes("~") ? keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~")) : keys;
}

/** The JSON pointer of a reference, which may be URI-encoded (RFC 6901 §6). */
export function pointerOf(ref: string): string {
  if (!ref.includes("%")) return ref;
  try {
    return decodeURIComponent(ref);
  } catch {
    return ref;
  }
}

/** The value at a JSON pointer; `undefined` if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let at = document;
  for (const key of keysOf(pointer)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = Reflect.get(at, key);
  }
  return at;
}

/** The place of each object and list of a value, as a JSON pointer. */
export function pointersOf(value: unknown): ReadonlyMap<unknown, string> {
  const pointers = new Map<unknown, string>();
  eachNode(value, (node, pointer) => pointers.set(node, pointer));
  return pointers;
}

/** Calls `visit` for each object and list of a value, each once, with its JSON pointer. */
export function eachNode(value: unknown, visit: (node: object, pointer: string) => void): void {
  const seen = new Set<unknown>();
  const descend = (node: unknown, pointer: string): void => {
    if (typeof node !== "object" || node === null || seen.has(node)) return;
    seen.add(node);
    visit(node, pointer);
    for (const [key, member] of Object.entries(node)) descend(member, join(pointer, key));
  };
  descend(value, "#");
}
