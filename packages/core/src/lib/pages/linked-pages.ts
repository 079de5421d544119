import { isAtOrigin, parseUrl } from "../call/request/address.ts";
import type { Operation, Pagination } from "../contract.ts";
import { note } from "../errors.ts";
import { isNumeric, itemsOf, missing, nameOf, objectOf, stuck, valueAt } from "./page-parts.ts";
import { readNextLinks } from "../call/response/read-headers.ts";
import type { PageReader, PageStyle } from "../pipeline.ts";

/**
 * Reads pages with a URL of the next page. The last page has none; or each has one, and an empty
 * one means no more items for now (`next-link-live`).
 */
export function nextLinkPages(operation: Operation, names: Extract<Pagination, { style: "next-link" | "next-link-live" }>, baseUrl: string): PageReader {
  const live = names.style === "next-link-live";
  const cursor = (link: string): unknown => cursorOf(operation, link, names.cursor, baseUrl);
  return {
    parameter: names.cursor,
    read(response, position) {
      const page = objectOf(operation, response);
      const items = itemsOf(operation, response, valueAt(page, names.items));
      const told = valueAt(page, names.next) ?? undefined;
      if (told !== undefined && typeof told !== "string") throw missing(operation, `a URL in ${nameOf(names.next)}`);
      const links = readNextLinks(response.headers.get("link") ?? "");
      const next = told ?? links[0];
      if (next === undefined) {
        if (live) throw missing(operation, `a URL in ${nameOf(names.next)}`);
        return { items, resumeAt: position, done: true };
      }
      const resumeAt = cursor(next);
      const differs = links.some((link) => !leadsTo(resumeAt, cursor, link));
      // The body takes precedence over the headers; no header takes precedence over another.
      if (told === undefined && differs) throw missing(operation, "one next page in the Link header");
      return { items, resumeAt, done: live && items.length === 0, ...(differs ? { linkIgnored: true } : {}) };
    },
  };
}

/** Reads pages with the next URL in the `Link` header (RFC 8288), which the last page lacks. */
export const linkHeaderPages: PageStyle<"link-header"> = (operation, names, baseUrl) => ({
  parameter: names.cursor,
  read(response, position) {
    const items = itemsOf(operation, response, valueAt(response.body, names.items));
    const positions = readNextLinks(response.headers.get("link") ?? "").map((link) => cursorOf(operation, link, names.cursor, baseUrl));
    if (new Set(positions).size > 1) throw missing(operation, "one next page in the Link header");
    return { items, resumeAt: positions[0] ?? position, done: positions.length === 0 };
  },
});

function leadsTo(resumeAt: unknown, cursor: (link: string) => unknown, link: string): boolean {
  try {
    return cursor(link) === resumeAt;
  } catch {
    return false;
  }
}

/** Extracts the cursor from a `next` URL, which is untrusted: a request would send it the token. */
function cursorOf(operation: Operation, next: string, parameter: string, baseUrl: string): unknown {
  const url = parseUrl(next, `${baseUrl}${operation.path}`);
  if (url === undefined) throw missing(operation, "a next URL that can be read");
  if (!isAtOrigin(url.href, baseUrl)) {
    throw note(stuck(operation, "foreign-position", "returned a next page at another origin than baseUrl"), { option: "baseUrl" });
  }
  const cursor = url.searchParams.get(parameter);
  const position = isNumeric(operation, parameter) ? Number(cursor) : cursor;
  if (cursor === null || cursor === "" || Number.isNaN(position)) throw missing(operation, `a next URL with ${parameter}`);
  return position;
}
