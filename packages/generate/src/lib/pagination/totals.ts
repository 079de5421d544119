import type { NamedPage, ReadPosition } from "./style.ts";
import { nameOf, valueAt } from "./read-example.ts";

/**
 * Reads an example page that may have a total.
 *
 * @param path The location of the number; `undefined` if pages have none.
 */
export function readTotal(page: unknown, path: unknown): ReadPosition | string {
  if (path === undefined) return {};
  const total = valueAt(page, path);
  return typeof total === "number" ? { total } : `must have a number in ${nameOf(path)}`;
}

/** Checks that the total is the number of items on all pages. */
export function* checkTotal(pages: readonly NamedPage[], path: unknown): Iterable<string> {
  if (path === undefined) return;
  const full = pages.filter(({ name }) => name !== "empty");
  const sum = full.reduce((count, { items }) => count + items.length, 0);
  const totals = full.map(({ total }) => total);
  if (totals.some((total) => total !== sum))
    yield `${nameOf(path)} must be ${sum}, the number of items on ${full.map(({ name }) => name).join(", ")}; got ${totals.join(", ")}.`;
}
