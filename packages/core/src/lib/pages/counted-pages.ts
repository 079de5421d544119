import type { PropertyPath } from "../contract.ts";
import { itemsOf, missing, nameOf, objectOf, valueAt } from "./page-parts.ts";
import type { HttpResponse } from "../http.ts";
import type { PageStyle } from "../pipeline.ts";

/** Reads pages by the number of items before them, to the total, if any, or an empty page. */
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
 * Reads numbered pages, to an empty page or the last one by the number of pages, or of all items
 * and the size of a page.
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

/** Whether a list was read up to the number in a page. Without it, an empty page ends the list. */
function isReached({ body }: HttpResponse, path: PropertyPath | undefined, read: number): boolean {
  const end = valueAt(body, path);
  return typeof end === "number" && read >= end;
}

/** Reads a ListResponse (RFC 7644 §3.4.2.4) by index from 1, to the total. */
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
