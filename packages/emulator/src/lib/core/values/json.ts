import { InvalidInput } from "./issues.ts";

/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** Returns whether a value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns whether two JSON values are equal. The order of properties does not matter. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) return one.length === other.length && one.every((value, index) => isSameJson(value, other[index]));
  if (!isObject(one) || !isObject(other)) return false;
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => Object.hasOwn(other, name) && isSameJson(one[name], other[name]));
}

/**
 * Returns the object at a path of a contract; empty if it is absent.
 *
 * @throws TypeError if the value there is not an object.
 */
export function objectAt(holder: Json, ...path: readonly string[]): Json {
  let found = holder;
  for (const name of path) {
    const value = found[name] ?? {};
    if (!isObject(value)) throw new TypeError(`${path.join("/")} of the contract is not an object`);
    found = value;
  }
  return found;
}

/** Returns the elements of an array of a contract; empty if it is absent. */
export function listAt(holder: Json, name: string): readonly unknown[] {
  const list = holder[name];
  return Array.isArray(list) ? list : [];
}

/** The type of an object whose properties that can be `undefined` are optional instead. */
export type Defined<T> = { [Name in keyof T as undefined extends T[Name] ? never : Name]: T[Name] } & {
  [Name in keyof T as undefined extends T[Name] ? Name : never]?: Exclude<T[Name], undefined>;
};

/** Returns an object without the properties that are `undefined`, which responses do not have. */
export function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Defined<T>;
}

/**
 * Returns the unescaped tokens of a JSON Pointer. An empty pointer means the whole document.
 *
 * @throws InvalidInput if it is not a JSON Pointer.
 */
export function parsePointer(pointer: unknown): readonly string[] {
  // RFC 6901 §3: each token follows a slash, and each tilde precedes 0 or 1.
  if (typeof pointer !== "string" || (pointer !== "" && !pointer.startsWith("/")) || /~(?![01])/.test(pointer))
    throw new InvalidInput("the path must be a JSON Pointer");
  // RFC 6901 §4: `~1` first, so that `~01` becomes `~1`, not a slash.
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Returns a JSON Pointer from tokens. */
export function writePointer(tokens: readonly string[]): string {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
