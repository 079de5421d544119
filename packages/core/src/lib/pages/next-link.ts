import type { Answer } from "../call-context.ts";
import type { Operation, Pagination } from "../operation.ts";
import { isAtOrigin } from "../origin.ts";
import { readNextLinks } from "./link-header.ts";
import { itemsOf, missing, objectOf, type PageReader, type PageReading, stuck } from "./page-reader.ts";

/** Reads pages with the address of the next one, which the last page does not have. */
export const nextLinkPages: PageReader<"next-link"> = (operation, names, baseUrl) => linkedPages(operation, names, baseUrl, false);

/** Reads pages that always have the address of the next one: an empty page means that there is no more for now. */
export const liveNextLinkPages: PageReader<"next-link-live"> = (operation, names, baseUrl) => linkedPages(operation, names, baseUrl, true);

function linkedPages(operation: Operation, names: Extract<Pagination, { style: "next-link" | "next-link-live" }>, baseUrl: string, live: boolean): PageReading {
  return {
    parameter: names.cursor,
    read(response, position) {
      const page = objectOf(operation, response);
      const items = itemsOf(operation, response, page[names.items]);
      const told = page[names.next] ?? undefined;
      if (told !== undefined && typeof told !== "string") throw missing(operation, `a URL in ${names.next}`);
      const links = linksOf(response);
      const next = told ?? links[0];
      if (next === undefined) {
        if (live) throw missing(operation, `a URL in ${names.next}`);
        return { items, resumeAt: position, done: true };
      }
      const cursor = (link: string): string => cursorOf(operation, link, names.cursor, baseUrl);
      const resumeAt = cursor(next);
      const differs = links.some((link) => !leadsTo(resumeAt, cursor, link));
      // The body decides; between two headers nothing does.
      if (told === undefined && differs) throw missing(operation, `one next page in the Link header`);
      return { items, resumeAt, done: live && items.length === 0, ...(differs ? { linkIgnored: true } : {}) };
    },
  };
}

function linksOf({ headers }: Answer): readonly string[] {
  return readNextLinks(headers().get("link") ?? "");
}

function leadsTo(resumeAt: string, cursor: (link: string) => string, link: string): boolean {
  try {
    return cursor(link) === resumeAt;
  } catch {
    return false;
  }
}

/** Takes the cursor out of a `next` URL. The URL itself is never called: it comes from outside, and the token must not follow it. */
function cursorOf(operation: Operation, next: string, parameter: string, baseUrl: string): string {
  const own = `${baseUrl}${operation.path}`;
  if (!URL.canParse(next, own)) throw missing(operation, "a next URL that can be read");
  const url = new URL(next, own);
  if (!isAtOrigin(url.href, baseUrl)) {
    throw stuck(operation, "foreign-position", "was answered with a next page at another origin, and credentials stay at baseUrl");
  }
  const cursor = url.searchParams.get(parameter);
  if (cursor === null || cursor === "") throw missing(operation, `a next URL with ${parameter}`);
  return cursor;
}
