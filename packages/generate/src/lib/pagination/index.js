// @ts-check
// The pagination styles. JavaScript, because redocly imports the rules without a build.
import { cursorBody } from "./cursor-body.js";
import { cursorQuery } from "./cursor-query.js";
import { linkHeader } from "./link-header.js";
import { nextLink, nextLinkLive } from "./next-link.js";
import { offset } from "./offset.js";
import { pageNumber } from "./page-number.js";
import { scimIndex } from "./scim-index.js";

/** @typedef {import("./style.ts").Style} Style */
/** @typedef {import("./style.ts").Names} Names */
/** @typedef {import("./style.ts").ExamplePage} ExamplePage */
/** @typedef {import("./style.ts").NamedPage} NamedPage */

/**
 * The pagination styles by name: all that core reads.
 *
 * @type {{ readonly [style: string]: Style }
 *   & Readonly<Record<import("./style.ts").StyleName, Style>>}
 */
export const PAGE_STYLES = {
  "next-link": nextLink,
  "next-link-live": nextLinkLive,
  "link-header": linkHeader,
  "cursor-query": cursorQuery,
  "cursor-body": cursorBody,
  offset,
  "page-number": pageNumber,
  "scim-index": scimIndex,
};

export { ROLES } from "./roles.js";

/** The names of a list's example pages, in order. */
export const EXAMPLE_PAGES = ["first", "middle", "last", "empty"];

/**
 * The style of an operation's `x-pagination`.
 *
 * @param {import("./style.ts").Names} pagination
 * @returns {import("./style.ts").Style}
 */
export function styleOf(pagination) {
  const style = PAGE_STYLES[String(pagination["style"])];
  if (style === undefined) throw new TypeError(`x-pagination has a style of ${Object.keys(PAGE_STYLES).join(", ")}; got ${String(pagination["style"])}`);
  return style;
}

/**
 * Returns `x-pagination` for a row, with JSON pointers (RFC 6901) as paths of names.
 *
 * @param {import("./style.ts").Names} pagination
 * @returns {import("./style.ts").Names}
 */
export function paginationRow(pagination) {
  return Object.fromEntries(Object.entries(pagination).map(([member, value]) => [member, member === "style" ? value : pathOf(value)]));
}

/**
 * @param {unknown} value
 * @returns {unknown}
 */
function pathOf(value) {
  if (typeof value !== "string" || !value.startsWith("/")) return value;
  const names = value
    .slice(1)
    .split("/")
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
  return names.length === 1 ? names[0] : names;
}
