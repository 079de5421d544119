import { itemsOf, missing, objectOf, type PageReader } from "./page-reader.ts";

/** Reads a ListResponse (RFC 7644 §3.4.2.4): the position is an index that counts from 1, and the total ends the walk. */
export const scimIndexPages: PageReader<"scim-index"> = (operation, names) => ({
  parameter: names.startIndex,
  first: 1,
  read(response, position) {
    const page = objectOf(operation, response);
    const items = page[names.items] === undefined ? [] : itemsOf(operation, response, page[names.items]);
    const next = (position as number) + items.length;
    const total = page[names.total];
    if (typeof total !== "number") throw missing(operation, `a number in ${names.total}`);
    return { items, resumeAt: next, done: items.length === 0 || next > total };
  },
});
