/** A JSON value for people. */
export function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

/** Values in a row: `"a", "b"`. */
export function showAll(values: readonly unknown[]): string {
  return values.map(show).join(", ");
}

/** That something is another value, is new, or is gone: `has the pattern "a" instead of "b"`. */
export function replaced(name: string, before: unknown, after: unknown): string {
  if (before === undefined) return `has the ${name} ${show(after)} now`;
  if (after === undefined) return `no longer has the ${name} ${show(before)}`;
  return `has the ${name} ${show(after)} instead of ${show(before)}`;
}
