/** A JSON value read as an object. */
export type Json = { readonly [name: string]: unknown };

/** Whether a value is an object and not an array. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The object at a path of a contract, empty if it is absent.
 *
 * @throws TypeError if there is anything else.
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

/** The elements of a list of a contract, none if it is absent. */
export function listAt(holder: Json, name: string): readonly unknown[] {
  const list = holder[name];
  return Array.isArray(list) ? list : [];
}
