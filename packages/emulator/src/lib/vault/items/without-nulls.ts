/** The type of a value without properties that are null. */
export type WithoutNulls<T> = T extends string
  ? T
  : T extends readonly (infer Element)[]
    ? readonly WithoutNulls<Element>[]
    : T extends object
      ? { [Name in keyof T]: WithoutNulls<Exclude<T[Name], null>> }
      : T;

/** Removes null properties at any depth: a write takes them as absent. Array elements remain. */
export function withoutNulls<T>(value: T): WithoutNulls<T> {
  return stripped(value) as WithoutNulls<T>;
}

function stripped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stripped);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, property]) => (property === null ? [] : [[name, stripped(property)]])));
}
