import { isObject, type Json } from "@keywright/tool-contract";

/** One example page, read as the client's paginator reads it. */
export interface Page {
  readonly items: readonly unknown[];
  /** The position that a client goes on from; absent where the page gives none, or where positions count items. */
  readonly next?: string;
  /** Whether the page says that there is more; absent where it cannot say so. */
  readonly more?: unknown;
  /** How many items the whole list has; absent where pages do not tell. */
  readonly total?: number;
}

/**
 * Reads a page; a string says why it cannot be read.
 *
 * @param pagination The operation's `x-pagination`.
 * @param path The operation's path, at which its next pages lie.
 */
export function readPage(pagination: Json, path: string, body: unknown): Page | string {
  const { style, items: itemsName, next, cursor, more, total } = pagination as { readonly [member: string]: string };
  if (style === "offset") return Array.isArray(body) ? { items: body } : "must be an array";
  if (!isObject(body)) return "must be an object";
  const items = body[String(itemsName)];
  if (!Array.isArray(items)) return `must have an array in ${itemsName}`;
  if (style === "scim-index") {
    const count = body[String(total)];
    return typeof count === "number" ? { items, total: count } : `must have a number in ${total}`;
  }
  if (style === "cursor-body") {
    const position = body[String(cursor)];
    return { items, more: body[String(more)], ...(typeof position === "string" && position !== "" ? { next: position } : {}) };
  }
  return readNextLink(items, body[String(next)], path, String(cursor));
}

function readNextLink(items: readonly unknown[], next: unknown, path: string, cursor: string): Page | string {
  if (next === undefined) return { items };
  if (typeof next !== "string" || !URL.canParse(next)) return "must have a whole URL as its next page";
  const url = new URL(next);
  if (!url.pathname.endsWith(path)) return `has its next page at ${url.pathname}, which is not the operation's path ${path}`;
  const position = url.searchParams.get(cursor);
  return position === null || position === "" ? `has a next page without ${cursor}` : { items, next: position };
}
