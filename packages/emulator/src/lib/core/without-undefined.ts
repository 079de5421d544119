/** Returns a copy of a value without properties that are `undefined`, as in JSON. Only arrays and plain objects are copied. */
export function withoutUndefined(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUndefined);
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const there = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(there.map(([name, member]) => [name, withoutUndefined(member)]));
}
