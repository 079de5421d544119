/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** Returns whether a value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
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
