import type { PropertyPath } from "../contract.ts";
import { itemsOf, missing, nameOf, objectOf, valueAt } from "./page-parts.ts";
import type { HttpResponse } from "../http.ts";
import type { PageStyle } from "../pipeline.ts";

/** Reads pages whose position is the number of items before the page. The list ends at the total, if the page has one, and at an empty page. */
export const offsetPages: PageStyle<"offset"> = (operation, names) => ({
  parameter: names.offset,
  first: 0,
  read(response, position) {
    const items = itemsOf(operation, response, valueAt(response.body, names.items));
    const next = Number(position) + items.length;
    return { items, resumeAt: next, done: items.length === 0 || isReached(response, names.total, next) };
  },
});

/**
 * Reads pages that are numbered. The list ends at an empty page, and at the last page, if the page says which one that is: by the number of pages, or by the
 * number of all items and the size of a page.
 */
export const pageNumberPages: PageStyle<"page-number"> = (operation, names) => {
  const { first = 1 } = names;
  return {
    parameter: names.page,
    first,
    read(response, position) {
      const items = itemsOf(operation, response, valueAt(response.body, names.items));
      const read = Number(position) - first + 1;
      const isLast = isReached(response, names.pages, read) || isReached(response, names.total, read * Number(valueAt(response.body, names.size)));
      return { items, resumeAt: Number(position) + 1, done: items.length === 0 || isLast };
    },
  };
};

/** Whether a list was read up to the number in a page. A page without the number does not end the list: an empty page will. */
function isReached({ body }: HttpResponse, path: PropertyPath | undefined, read: number): boolean {
  const end = valueAt(body, path);
  return typeof end === "number" && read >= end;
}

/** Reads a ListResponse (RFC 7644 §3.4.2.4): the position is an index that starts at 1, and the list ends at the total. */
export const scimIndexPages: PageStyle<"scim-index"> = (operation, names) => ({
  parameter: names.startIndex,
  first: 1,
  read(response, position) {
    const page = objectOf(operation, response);
    const found = valueAt(page, names.items);
    const items = found === undefined ? [] : itemsOf(operation, response, found);
    const next = Number(position) + items.length;
    const total = valueAt(page, names.total);
    if (typeof total !== "number") throw missing(operation, `a number in ${nameOf(names.total)}`);
    return { items, resumeAt: next, done: items.length === 0 || next > total };
  },
});
