import { isObject, type Json } from "../core/json.ts";
import type { RequestFacts } from "../core/service.ts";
import { Refused } from "./refused.ts";
import { withValueAt } from "./values.ts";

/** How a list comes in pages: `x-pagination` of the contract, and what it does not say. */
export interface Paging {
  readonly style: "next-link" | "next-link-live" | "link-header" | "cursor-query" | "cursor-body" | "offset" | "page-number" | "scim-index";
  /** Where the items are; absent if the body is the list. */
  readonly items?: string;
  /** The input that is the position. */
  readonly position: string;
  /** Where the next position, or its URL, is. */
  readonly next?: string;
  /** Where the body says whether there is more. */
  readonly more?: string;
  /** Where the number of all items, of all pages, of the items of a page are. */
  readonly total?: string;
  readonly pages?: string;
  readonly size?: string;
  /** The number of the first page. */
  readonly first?: number;
  /** The input that is the number of items in a page. */
  readonly limit?: string;
  /** The number of items in a page where nothing else is asked for. */
  readonly usual: number;
  /** The positions in the contract's examples: the number of items before each. */
  readonly known?: { readonly [position: string]: number };
}

/** A page as a reply has it. */
export interface Page {
  readonly body: unknown;
  readonly headers?: { readonly link: string };
}

/**
 * The page of a list that is asked for.
 *
 * @param asked The query, or the body of a list whose body is the position.
 * @param template The body of an empty last page.
 */
export function pageOf(list: readonly Json[], paging: Paging, asked: Json, template: unknown, request: RequestFacts): Page {
  const { style, items, position, next, more, total, pages, size } = paging;
  const { index, limit } = placeOf(paging, asked);
  const shownItems = list.slice(index, index + limit);
  const after = index + shownItems.length;
  const hasMore = after < list.length;
  const isLive = style === "next-link-live" || style === "cursor-body";
  const cursor = hasMore || isLive ? writeCursor(after, limit) : undefined;
  const url = cursor === undefined ? undefined : urlOf(request, position, cursor);
  const values: readonly (readonly [place: string | undefined, value: unknown])[] = [
    [items, shownItems],
    [more, hasMore],
    [total, list.length],
    [pages, Math.ceil(list.length / limit)],
    [size, limit],
    ...(
      [
        ["startIndex", index + 1],
        ["itemsPerPage", shownItems.length],
      ] as const
    ).filter(([name]) => style === "scim-index" && isObject(template) && name in template),
    // At the end the template says how its absence is written: by none, or by null.
    ...(cursor === undefined ? [] : [[style === "cursor-body" ? (next ?? position) : next, style.startsWith("next-link") ? url : cursor] as const]),
  ];
  const body =
    items === undefined ? shownItems : values.reduce((made, [place, value]) => (place === undefined ? made : withValueAt(made, place, value)), template);
  return { body, ...(style === "link-header" && url !== undefined ? { headers: { link: `<${url}>; rel="next"` } } : {}) };
}

function placeOf({ style, position, first = 1, limit: by, usual, known = {} }: Paging, asked: Json): { readonly index: number; readonly limit: number } {
  const given = by === undefined ? undefined : asked[by];
  const limit = typeof given === "number" && given > 0 ? given : usual;
  const at = asked[position];
  if (at === undefined || at === null) return { index: 0, limit };
  if (style === "offset") return { index: Math.max(0, Number(at)), limit };
  if (style === "scim-index") return { index: Math.max(0, Number(at) - 1), limit };
  if (style === "page-number") return { index: Math.max(0, (Number(at) - first) * limit), limit };
  const cursor = readCursor(String(at), known);
  if (cursor === undefined) throw new Refused(400, `${position} is not a position of this list`);
  return { index: cursor.index, limit: typeof given === "number" ? limit : (cursor.limit ?? limit) };
}

/** The number of items before the page, and the items of a page, in a form that is no number to count with. */
function writeCursor(index: number, limit: number): string {
  return Buffer.from(`at:${index}:${limit}`).toString("base64url");
}

function readCursor(cursor: string, known: { readonly [position: string]: number }): { readonly index: number; readonly limit?: number } | undefined {
  const example = Object.hasOwn(known, cursor) ? known[cursor] : undefined;
  if (example !== undefined) return { index: example };
  const [, index, limit] = /^at:(\d{1,9}):(\d{1,9})$/.exec(Buffer.from(cursor, "base64url").toString("utf8")) ?? [];
  return index === undefined ? undefined : { index: Number(index), limit: Number(limit) };
}

function urlOf({ origin, path, query }: RequestFacts, position: string, cursor: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set(position, cursor);
  return `${origin}${path}?${parameters.toString()}`;
}
