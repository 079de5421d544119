import { isObject } from "../contract/json.ts";
import type { ExamplePage, Names, ReadPage, ReadPosition, Style } from "./style.ts";

type Holder = { readonly [name: string]: unknown } | null | undefined;

/**
 * Returns the value at a location in a page; the page itself without a location.
 *
 * @param path A name, or a path of names.
 */
export function valueAt(page: unknown, path: unknown = []): unknown {
  return [path].flat().reduce((value, name) => (value as Holder)?.[String(name)], page);
}

/** A location as messages show it, such as `meta.next`. */
export function nameOf(path: unknown): string {
  return [path].flat().join(".");
}

/**
 * Reads an example page.
 *
 * @param path The operation's path, where its next pages are.
 * @returns The page, or the reason why it cannot be read.
 */
export function readPage(style: Style, page: ExamplePage, names: Names, path: string): ReadPage | string {
  const items = valueAt(page.value, names["items"]);
  if (!Array.isArray(items)) {
    if (names["items"] === undefined) return "must be an array";
    return isObject(page.value) ? `must have an array in ${nameOf(names["items"])}` : "must be an object";
  }
  const read = style.read(page, names, path);
  return typeof read === "string" ? read : { items, ...read };
}

/**
 * Reads an example page with or without the URL of the next page.
 *
 * @param next The URL, absolute or relative to that of the page.
 */
export function readNextUrl(next: unknown, path: string, cursor: unknown): ReadPosition | string {
  if (next === undefined || next === null) return {};
  const own = `https://service.example.com${path.replaceAll(/[{}]/g, "")}`;
  if (typeof next !== "string" || !URL.canParse(next, own)) return "must have a URL as its next page";
  const { pathname, searchParams } = new URL(next, own);
  if (!endsWithPath(pathname, path)) return `has its next page at ${pathname}, which is not the operation's path ${path}`;
  const position = searchParams.get(String(cursor));
  return position === null || position === "" ? `has a next page without ${String(cursor)}` : { next: position };
}

/**
 * Whether a path of a URL ends with an operation's path.
 *
 * @param path The operation's path, with parameters in braces.
 */
function endsWithPath(pathname: string, path: string): boolean {
  const segments = path.split("/");
  const last = pathname.split("/").slice(-segments.length);
  return last.length === segments.length && segments.every((segment, index) => index === 0 || segment.includes("{") || segment === last[index]);
}
