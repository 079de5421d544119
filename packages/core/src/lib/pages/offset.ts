import { itemsOf, type PageReader } from "./page-reader.ts";

/** Reads bare arrays, which are counted: the position is the number of items before the page, and an empty page ends the walk. */
export const offsetPages: PageReader<"offset"> = (operation, { offset }) => ({
  parameter: offset,
  first: 0,
  read(response, position) {
    const items = itemsOf(operation, response, response.body);
    return { items, resumeAt: (position as number) + items.length, done: items.length === 0 };
  },
});
