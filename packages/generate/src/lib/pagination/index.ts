import { keysOf } from "../contract/json.ts";
import { cursorBody } from "./cursor-body.ts";
import { cursorQuery } from "./cursor-query.ts";
import { linkHeader } from "./link-header.ts";
import { nextLink, nextLinkLive } from "./next-link.ts";
import { offset } from "./offset.ts";
import { pageNumber } from "./page-number.ts";
import { scimIndex } from "./scim-index.ts";
import type { Names, Style, StyleName } from "./style.ts";

/** The pagination styles by name: all that core reads. */
export const PAGE_STYLES: { readonly [style: string]: Style } & Readonly<Record<StyleName, Style>> = {
  "next-link": nextLink,
  "next-link-live": nextLinkLive,
  "link-header": linkHeader,
  "cursor-query": cursorQuery,
  "cursor-body": cursorBody,
  offset,
  "page-number": pageNumber,
  "scim-index": scimIndex,
};

export { readPage } from "./read-example.ts";
export { both, query } from "./roles.ts";
export type { ExamplePage, NamedPage, Names, Style } from "./style.ts";

/** The names of a list's example pages, in order. */
export const EXAMPLE_PAGES = ["first", "middle", "last", "empty"];

/** The style of an operation's `x-pagination`. */
export function styleOf(pagination: Names): Style {
  const style = PAGE_STYLES[String(pagination["style"])];
  if (style === undefined) throw new TypeError(`x-pagination has a style of ${Object.keys(PAGE_STYLES).join(", ")}; got ${String(pagination["style"])}`);
  return style;
}

/** Returns `x-pagination` for a row, with JSON pointers (RFC 6901) as paths of names. */
export function paginationRow(pagination: Names): Names {
  return Object.fromEntries(Object.entries(pagination).map(([member, value]) => [member, member === "style" ? value : pathOf(value)]));
}

function pathOf(value: unknown): unknown {
  if (typeof value !== "string" || !value.startsWith("/")) return value;
  const names = keysOf(value);
  return names.length === 1 ? names[0] : names;
}
