/** A JSON object. */
export type Json = { readonly [name: string]: unknown };

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the object at a path of names; an empty one if it is absent. */
export function objectAt(value: unknown, ...path: readonly string[]): Json {
  const found = path.reduce<unknown>((at, name) => (isObject(at) ? at[name] : undefined), value);
  return isObject(found) ? found : {};
}
