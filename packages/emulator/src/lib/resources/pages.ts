import { isObject, type Json } from "../core/values/json.ts";
import type { RequestFacts } from "../core/service/service.ts";
import { Rejected } from "./rejected.ts";
import { withValueAt } from "./values.ts";

/** How a list is paged: `x-pagination` of the contract and further facts. */
export interface Paging {
  readonly style: "next-link" | "next-link-live" | "link-header" | "cursor-query" | "cursor-body" | "offset" | "page-number" | "scim-index";
  /** JSON pointer to the items; absent if the body is the list. */
  readonly items?: string;
  /** Name of the input with the position. */
  readonly position: string;
  /** JSON pointer to the next position or its URL. */
  readonly next?: string;
  /** JSON pointer to whether there are more items. */
  readonly more?: string;
  /** JSON pointers to the number of items, of pages, and of items per page. */
  readonly total?: string;
  readonly pages?: string;
  readonly size?: string;
  /** Number of the first page. */
  readonly first?: number;
  /** Name of the input with the number of items per page. */
  readonly limit?: string;
  /** Default number of items per page. */
  readonly usual: number;
  /** The positions of the contract's examples, each with the number of items before it. */
  readonly known?: { readonly [position: string]: number };
}

/** A page of a reply. */
export interface Page {
  readonly body: unknown;
  readonly headers?: { readonly link: string };
}

/**
 * Returns the requested page of a list.
 *
 * @param asked The query, or the body if it contains the position.
 * @param template Body of an empty last page.
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
    // The template of the last page decides whether it is absent or null.
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
  if (cursor === undefined) throw new Rejected(400, `${position} is not a position of this list`);
  return { index: cursor.index, limit: typeof given === "number" ? limit : (cursor.limit ?? limit) };
}

/** Returns an opaque cursor of a position and page size, so that clients do not compute it. */
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
