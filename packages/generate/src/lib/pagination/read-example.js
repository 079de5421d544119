// @ts-check

/** @typedef {{ readonly [name: string]: unknown } | null | undefined} Holder */

/**
 * Returns the value at a location in a page; the page itself without a location.
 *
 * @param {unknown} page
 * @param {unknown} path A name, or a path of names.
 * @returns {unknown}
 */
export function valueAt(page, path = []) {
  return [path].flat().reduce((value, name) => /** @type {Holder} */ (value)?.[String(name)], page);
}

/**
 * A location as messages show it, such as `meta.next`.
 *
 * @param {unknown} path
 * @returns {string}
 */
export function nameOf(path) {
  return [path].flat().join(".");
}

/**
 * Returns why an example page has no items; `undefined` if it has items.
 *
 * @param {unknown} page
 * @param {unknown} path
 * @returns {string | undefined}
 */
export function lacksItems(page, path) {
  if (Array.isArray(valueAt(page, path))) return undefined;
  if (path === undefined) return "must be an array";
  return typeof page === "object" && page !== null && !Array.isArray(page) ? `must have an array in ${nameOf(path)}` : "must be an object";
}

/**
 * Returns the items of an example page.
 *
 * @param {unknown} page
 * @param {unknown} path
 * @returns {readonly unknown[]}
 */
export function itemsIn(page, path) {
  return /** @type {readonly unknown[]} */ (valueAt(page, path));
}

/**
 * Reads an example page with or without the URL of the next page.
 *
 * @param {readonly unknown[]} items
 * @param {unknown} next The URL, absolute or relative to that of the page.
 * @param {string} path
 * @param {unknown} cursor
 * @returns {import("./style.ts").ReadPage | string}
 */
export function readNextUrl(items, next, path, cursor) {
  if (next === undefined || next === null) return { items };
  const own = `https://service.example.com${path.replaceAll(/[{}]/g, "")}`;
  if (typeof next !== "string" || !URL.canParse(next, own)) return "must have a URL as its next page";
  const { pathname, searchParams } = new URL(next, own);
  if (!endsWithPath(pathname, path)) return `has its next page at ${pathname}, which is not the operation's path ${path}`;
  const position = searchParams.get(String(cursor));
  return position === null || position === "" ? `has a next page without ${String(cursor)}` : { items, next: position };
}

/**
 * Whether a path of a URL ends with an operation's path.
 *
 * @param {string} pathname
 * @param {string} path The operation's path, with parameters in braces.
 * @returns {boolean}
 */
function endsWithPath(pathname, path) {
  const segments = path.split("/");
  const last = pathname.split("/").slice(-segments.length);
  return last.length === segments.length && segments.every((segment, index) => index === 0 || segment.includes("{") || segment === last[index]);
}
