import { isDeepStrictEqual } from "node:util";

/** What only the second list has, and what only the first has. */
export function compareLists<Item>(before: readonly Item[], after: readonly Item[]): { readonly added: Item[]; readonly removed: Item[] } {
  const has = (list: readonly Item[], item: Item): boolean => list.some((other) => isDeepStrictEqual(other, item));
  return { added: after.filter((item) => !has(before, item)), removed: before.filter((item) => !has(after, item)) };
}

/** The names of two objects, those of the first in its order and then those that only the second has. */
export function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}

/** How a part that may be absent differs. */
export function changeKind(before: unknown, after: unknown): "added" | "removed" | "changed" {
  return before === undefined ? "added" : after === undefined ? "removed" : "changed";
}

/** What a difference does to the set of allowed values; a list that only lost values is narrower. */
export function effectOf({ added, removed }: { readonly added: readonly unknown[]; readonly removed: readonly unknown[] }): "narrowed" | "widened" | "changed" {
  return removed.length === 0 ? "widened" : added.length === 0 ? "narrowed" : "changed";
}

/** A JSON value for people. */
export function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}

/** Values in a row: `"a", "b"`. */
export function showAll(values: readonly unknown[]): string {
  return values.map(show).join(", ");
}

/** That something has another value, is new, or is gone: `has the pattern "a" instead of "b"`. */
export function replaced(name: string, before: unknown, after: unknown): string {
  if (before === undefined) return `has the ${name} ${show(after)} now`;
  if (after === undefined) return `no longer has the ${name} ${show(before)}`;
  return `has the ${name} ${show(after)} instead of ${show(before)}`;
}
