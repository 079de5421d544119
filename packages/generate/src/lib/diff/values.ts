import { isDeepStrictEqual } from "node:util";

/** The types of JSON Schema. */
export const ALL_TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

/** Returns the items that only the second list has, and those that only the first has. */
export function compareLists<Item>(before: readonly Item[], after: readonly Item[]): { readonly added: Item[]; readonly removed: Item[] } {
  const has = (list: readonly Item[], item: Item): boolean =>
    list.includes(item) || (typeof item === "object" && list.some((other) => isDeepStrictEqual(other, item)));
  return { added: after.filter((item) => !has(before, item)), removed: before.filter((item) => !has(after, item)) };
}

/** Returns the names of the first object, then those that only the second has. */
export function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** Returns how an optional part differs. */
export function changeKind(before: unknown, after: unknown): "added" | "removed" | "changed" {
  return before === undefined ? "added" : after === undefined ? "removed" : "changed";
}

/** Returns how a difference changes the set of allowed values. */
export function effectOf({ added, removed }: { readonly added: readonly unknown[]; readonly removed: readonly unknown[] }): "narrowed" | "widened" | "changed" {
  return removed.length === 0 ? "widened" : added.length === 0 ? "narrowed" : "changed";
}

/** Returns a value as JSON. */
export function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

/** Returns a list of values as text: `"a", "b"`. */
export function showAll(values: readonly unknown[]): string {
  return values.map(show).join(", ");
}

/** Returns the phrase for a value that differs: `has the pattern "a" instead of "b"`. */
export function replaced(name: string, before: unknown, after: unknown): string {
  if (before === undefined) return `has the ${name} ${show(after)} now`;
  if (after === undefined) return `no longer has the ${name} ${show(before)}`;
  return `has the ${name} ${show(after)} instead of ${show(before)}`;
}
