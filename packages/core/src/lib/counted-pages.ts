import type { Operation, PropertyPath } from "./contract.ts";
import { itemsOf, missing, nameOf, objectOf, valueAt } from "./page-parts.ts";
import type { HttpResponse, PageStyle } from "./types.ts";

/** Reads pages whose position is the number of items before the page. The list ends at the total, if the pages have one, and at an empty page. */
export const offsetPages: PageStyle<"offset"> = (operation, names) => ({
  parameter: names.offset,
  first: 0,
  read(response, position) {
    const items = itemsOf(operation, response, valueAt(response.body, names.items));
    const next = Number(position) + items.length;
    return { items, resumeAt: next, done: items.length === 0 || (names.total !== undefined && next >= countIn(operation, response, names.total)) };
  },
});

/**
 * Reads pages that are numbered. The list ends at an empty page, and at the last page, if the pages say which one that is: the number of pages, or the number of
 * all items and the size of a page.
 */
export const pageNumberPages: PageStyle<"page-number"> = (operation, names) => {
  const { first = 1 } = names;
  return {
    parameter: names.page,
    first,
    read(response, position) {
      const items = itemsOf(operation, response, valueAt(response.body, names.items));
      const read = Number(position) - first + 1;
      const count = (path: PropertyPath | undefined): number => (path === undefined ? Infinity : countIn(operation, response, path));
      const isLast = read >= count(names.pages) || read * (names.size === undefined ? 0 : count(names.size)) >= count(names.total);
      return { items, resumeAt: Number(position) + 1, done: items.length === 0 || isLast };
    },
  };
};

/** Reads a ListResponse (RFC 7644 §3.4.2.4): the position is an index that starts at 1, and the list ends at the total. */
export const scimIndexPages: PageStyle<"scim-index"> = (operation, names) => ({
  parameter: names.startIndex,
  first: 1,
  read(response, position) {
    const page = objectOf(operation, response);
    const found = valueAt(page, names.items);
    const items = found === undefined ? [] : itemsOf(operation, response, found);
    const next = Number(position) + items.length;
    const total = countIn(operation, response, names.total);
    return { items, resumeAt: next, done: items.length === 0 || next > total };
  },
});

/** Returns a number of a page that says where the list ends. */
function countIn(operation: Operation, { body }: HttpResponse, path: PropertyPath): number {
  const count = valueAt(body, path);
  if (typeof count !== "number") throw missing(operation, `a number in ${nameOf(path)}`);
  return count;
}
