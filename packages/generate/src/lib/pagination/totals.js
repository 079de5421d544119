// @ts-check
import { nameOf, valueAt } from "./read-example.js";

/**
 * Reads an example page that may have a total.
 *
 * @param {readonly unknown[]} items
 * @param {unknown} page
 * @param {unknown} path The location of the number; `undefined` if pages have none.
 * @returns {import("./style.ts").ReadPage | string}
 */
export function readTotal(items, page, path) {
  if (path === undefined) return { items };
  const total = valueAt(page, path);
  return typeof total === "number" ? { items, total } : `must have a number in ${nameOf(path)}`;
}

/**
 * Checks that the total is the number of items on all pages.
 *
 * @param {readonly import("./style.ts").NamedPage[]} pages
 * @param {unknown} path
 * @returns {Iterable<string>}
 */
export function* checkTotal(pages, path) {
  if (path === undefined) return;
  const full = pages.filter(({ name }) => name !== "empty");
  const sum = full.reduce((count, { items }) => count + items.length, 0);
  const totals = full.map(({ total }) => total);
  if (totals.some((total) => total !== sum))
    yield `${nameOf(path)} must be ${sum}, the number of items on ${full.map(({ name }) => name).join(", ")}; got ${totals.join(", ")}.`;
}
