import { isDeepStrictEqual } from "node:util";

/** Whether two JSON values are the same; the order of members does not count, that of items does. */
export function isEqual(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(one, other);
}

/** What only the second list has, and what only the first has. */
export function compareLists<Item>(before: readonly Item[], after: readonly Item[]): { readonly added: Item[]; readonly removed: Item[] } {
  const has = (list: readonly Item[], item: Item): boolean => list.some((other) => isEqual(other, item));
  return { added: after.filter((item) => !has(before, item)), removed: before.filter((item) => !has(after, item)) };
}

/** The members of two objects by name, those of the first in its order and then those that only the second has. */
export function namesOf(before: object, after: object): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])];
}
