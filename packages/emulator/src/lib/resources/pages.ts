import { fromBase64Url, toBase64Url } from "../core/bytes/bytes.ts";
import type { Json } from "../core/values/json.ts";
import type { RequestFacts } from "../core/service/service.ts";
import { Rejected } from "./rejected.ts";
import { withValueAt } from "./values.ts";

/** How a list is paged. */
export interface Paging {
  /** Name of the input with the position. */
  readonly position: string;
  /** Whether the position is in the request body, and not in the query. */
  readonly inBody?: boolean;
  /** What the position counts, and the first one; absent for cursors. */
  readonly counts?: "items" | "pages";
  readonly first?: number;
  /** Whether the last page has a position, too. */
  readonly always?: boolean;
  /** The values in the body, by JSON pointer or name; an empty pointer is the whole body. */
  readonly body: { readonly [place: string]: PageValue };
  /** The values in headers, by their names. */
  readonly headers?: { readonly [name: string]: PageValue };
  /** Name of the input with the number of items per page. */
  readonly limit?: string;
  /** Default number of items per page. */
  readonly usual: number;
  /** The positions of the contract's examples, each with the number of items before it. */
  readonly known?: { readonly [position: string]: number };
}

/** A value of a page. `link` is that of a `Link` header. */
type PageValue = keyof ReturnType<typeof valuesOf>;

/** A page of a reply. */
export interface Page {
  readonly body: unknown;
  readonly headers: { readonly [name: string]: string };
}

/**
 * Returns the requested page of a list.
 *
 * @param asked The query, or the body if it contains the position.
 * @param template Body of an empty last page.
 */
export function pageOf(list: readonly Json[], paging: Paging, asked: Json, template: unknown, request: RequestFacts): Page {
  const values = valuesOf(list, paging, asked, request);
  // The template of the last page decides whether a value is absent or null.
  const at = (places: { readonly [place: string]: PageValue } = {}) =>
    Object.entries(places).flatMap(([place, name]) => (values[name] === undefined ? [] : [[place, values[name]] as const]));
  return {
    body: at(paging.body).reduce((made, [place, value]) => withValueAt(made, place, value), template),
    headers: Object.fromEntries(at(paging.headers).map(([name, value]) => [name, String(value)])),
  };
}

function valuesOf(list: readonly Json[], paging: Paging, asked: Json, request: RequestFacts) {
  const { index, limit } = placeOf(paging, asked);
  const items = list.slice(index, index + limit);
  const after = index + items.length;
  const more = after < list.length;
  const cursor = more || paging.always ? writeCursor(after, limit) : undefined;
  const url = cursor && urlOf(request, paging.position, cursor);
  const link = url && `<${url}>; rel="next"`;
  const pages = Math.ceil(list.length / limit);
  return { items, more, cursor, url, link, total: list.length, pages, size: limit, startIndex: index + 1, itemsPerPage: items.length };
}

function placeOf({ position, counts, first = 0, limit: by, usual, known = {} }: Paging, asked: Json): { readonly index: number; readonly limit: number } {
  const given = by === undefined ? undefined : asked[by];
  const limit = typeof given === "number" && given > 0 ? given : usual;
  const at = asked[position];
  if (at === undefined || at === null) return { index: 0, limit };
  if (counts !== undefined) return { index: Math.max(0, (Number(at) - first) * (counts === "pages" ? limit : 1)), limit };
  const cursor = readCursor(String(at), known);
  if (cursor === undefined) throw new Rejected(400, `${position} is not a position of this list`);
  return { index: cursor.index, limit: typeof given === "number" ? limit : (cursor.limit ?? limit) };
}

/** Returns an opaque cursor of a position and page size, so that clients do not compute it. */
function writeCursor(index: number, limit: number): string {
  return toBase64Url(`at:${index}:${limit}`);
}

function readCursor(cursor: string, known: { readonly [position: string]: number }): { readonly index: number; readonly limit?: number } | undefined {
  const example = Object.hasOwn(known, cursor) ? known[cursor] : undefined;
  if (example !== undefined) return { index: example };
  const [, index, limit] = /^at:(\d{1,9}):(\d{1,9})$/.exec(fromBase64Url(cursor)) ?? [];
  return index === undefined ? undefined : { index: Number(index), limit: Number(limit) };
}

function urlOf({ origin, path, query }: RequestFacts, position: string, cursor: string): string {
  const parameters = new URLSearchParams(query);
  parameters.set(position, cursor);
  return `${origin}${path}?${parameters.toString()}`;
}
