import { isAtOrigin } from "./address.ts";
import { isObject, refuseInput, refuseName } from "./check-input.ts";
import type { Operation, Pagination } from "./contract.ts";
import { InvalidResponseError, note, type PaginationCode, PaginationError } from "./errors.ts";
import { readNextLinks } from "./read-headers.ts";
import type { HttpResponse, Input, PageReader, PageStyle } from "./types.ts";

/** Reads pages with a cursor and a flag for more pages. The next request body has only the cursor. */
export const cursorBodyPages: PageStyle<"cursor-body"> = (operation, names) => ({
  parameter: names.cursor,
  checkInput: (start) => checkStart(operation, names.cursor, start),
  read(response) {
    const page = objectOf(operation, response);
    const cursor = page[names.cursor];
    const more = page[names.more];
    if (typeof cursor !== "string" || cursor === "") throw missing(operation, `a string in ${names.cursor}`);
    if (typeof more !== "boolean") throw malformed(operation, response, `out a true or false in ${names.more}`);
    return { items: itemsOf(operation, response, page[names.items]), resumeAt: cursor, done: !more };
  },
});

/** Checks the start position, because a missing value or a misspelled name would silently restart the list. */
function checkStart({ id, body }: Operation, cursor: string, start: Input): void {
  const known = [...new Set((body?.exclusive ?? []).flat())];
  const unknown = known.length === 0 ? undefined : Object.keys(start).find((name) => !known.includes(name));
  if (unknown !== undefined) refuseName(id, unknown, known, start[unknown]);
  if (Object.hasOwn(start, cursor) && (start[cursor] === undefined || start[cursor] === null)) {
    refuseInput(id, cursor, "must be the position of an earlier page; leave it out to start without one", start[cursor]);
  }
}

/** Reads pages with a URL of the next page, which the last page does not have. */
export const nextLinkPages: PageStyle<"next-link"> = (operation, names, baseUrl) => linkedPages(operation, names, baseUrl, false);

/** Reads pages that always have a URL of the next page: an empty page means that there are no more items for now. */
export const liveNextLinkPages: PageStyle<"next-link-live"> = (operation, names, baseUrl) => linkedPages(operation, names, baseUrl, true);

function linkedPages(operation: Operation, names: Extract<Pagination, { style: "next-link" | "next-link-live" }>, baseUrl: string, live: boolean): PageReader {
  const cursor = (link: string): string => cursorOf(operation, link, names.cursor, baseUrl);
  return {
    parameter: names.cursor,
    read(response, position) {
      const page = objectOf(operation, response);
      const items = itemsOf(operation, response, page[names.items]);
      const told = page[names.next] ?? undefined;
      if (told !== undefined && typeof told !== "string") throw missing(operation, `a URL in ${names.next}`);
      const links = readNextLinks(response.headers.get("link") ?? "");
      const next = told ?? links[0];
      if (next === undefined) {
        if (live) throw missing(operation, `a URL in ${names.next}`);
        return { items, resumeAt: position, done: true };
      }
      const resumeAt = cursor(next);
      const differs = links.some((link) => !leadsTo(resumeAt, cursor, link));
      // The body takes precedence over the headers; between two different headers there is no precedence.
      if (told === undefined && differs) throw missing(operation, `one next page in the Link header`);
      return { items, resumeAt, done: live && items.length === 0, ...(differs ? { linkIgnored: true } : {}) };
    },
  };
}

function leadsTo(resumeAt: string, cursor: (link: string) => string, link: string): boolean {
  try {
    return cursor(link) === resumeAt;
  } catch {
    return false;
  }
}

/** Extracts the cursor from a `next` URL. The URL itself is never requested, because it is untrusted and the request would send it the token. */
function cursorOf(operation: Operation, next: string, parameter: string, baseUrl: string): string {
  const own = `${baseUrl}${operation.path}`;
  if (!URL.canParse(next, own)) throw missing(operation, "a next URL that can be read");
  const url = new URL(next, own);
  if (!isAtOrigin(url.href, baseUrl)) {
    throw note(stuck(operation, "foreign-position", "was answered with a next page at another origin, and credentials stay at baseUrl"), { option: "baseUrl" });
  }
  const cursor = url.searchParams.get(parameter);
  if (cursor === null || cursor === "") throw missing(operation, `a next URL with ${parameter}`);
  return cursor;
}

/** Reads pages that are arrays: the position is the number of items before the page, and an empty page ends the list. */
export const offsetPages: PageStyle<"offset"> = (operation, { offset }) => ({
  parameter: offset,
  first: 0,
  read(response, position) {
    const items = itemsOf(operation, response, response.body);
    return { items, resumeAt: Number(position) + items.length, done: items.length === 0 };
  },
});

/** Reads a ListResponse (RFC 7644 §3.4.2.4): the position is an index that starts at 1, and the list ends at the total. */
export const scimIndexPages: PageStyle<"scim-index"> = (operation, names) => ({
  parameter: names.startIndex,
  first: 1,
  read(response, position) {
    const page = objectOf(operation, response);
    const items = page[names.items] === undefined ? [] : itemsOf(operation, response, page[names.items]);
    const next = Number(position) + items.length;
    const total = page[names.total];
    if (typeof total !== "number") throw missing(operation, `a number in ${names.total}`);
    return { items, resumeAt: next, done: items.length === 0 || next > total };
  },
});

/** Returns the page as an object. */
function objectOf(operation: Operation, response: HttpResponse): Input {
  if (isObject(response.body)) return response.body;
  throw malformed(operation, response, " a page that is not an object");
}

/** Returns the items of a page as an array. */
function itemsOf(operation: Operation, response: HttpResponse, items: unknown): readonly unknown[] {
  if (Array.isArray(items)) return items;
  throw malformed(operation, response, " a page whose items are not an array");
}

/** Creates the error of a page without a position for the next page. */
function missing(operation: Operation, expected: string): PaginationError {
  return stuck(operation, "missing-position", `was answered with a page without a position: expected ${expected}`);
}

/** Creates the error of a list that cannot be read any further. */
export function stuck({ id: operationId }: Operation, code: PaginationCode, problem: string, advice?: string): PaginationError {
  return new PaginationError(code, `${operationId} ${problem}`, { operationId, advice });
}

/** Creates the error of a response that is not a page. */
function malformed({ id: operationId }: Operation, { status }: HttpResponse, problem: string): InvalidResponseError {
  return new InvalidResponseError("unexpected-content", `${operationId} was answered with${problem}`, { operationId, status });
}
