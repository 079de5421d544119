import { number, query, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { nameOf, valueAt } from "./read-example.ts";
import { checkTotal, readTotal } from "./totals.ts";

/** Pages have numbers, from 1 or from `first`. */
export const pageNumber: Style = {
  required: { page: query },
  optional: { items: response, first: number, pages: response, total: response, size: response },
  position: "page",
  counts: {
    first: ({ first = 1 }) => Number(first),
    by: "pages",
    not: [/offset|skip|start/i, "counts items: choose the style offset"],
  },
  lastHasNone: false,
  endsEmpty: ({ pages, total }) => pages === undefined && total === undefined,
  read({ value }, { pages, total, size }) {
    if (size !== undefined && typeof valueAt(value, size) !== "number") return `must have a number in ${nameOf(size)}`;
    return readTotal(value, pages ?? total);
  },
  *check(read, { pages, total, size }) {
    if ((total === undefined) !== (size === undefined)) yield "total and size define the end together: write both, or pages.";
    if (pages === undefined) yield* checkTotal(read, total);
    const full = read.filter(({ name }) => name !== "empty");
    const wrong = full.find((page) => page.total !== full.length);
    if (pages !== undefined && wrong !== undefined)
      yield `${nameOf(pages)} must be ${full.length}, the number of example pages with items; got ${wrong.total}.`;
  },
  about: { position: "the page number, from `first` (default 1)", end: "page number `pages`, `total` items in pages of `size`, or an empty page" },
  text: ({ page }) => `Paginated by page number, \`${String(page)}\`.`,
};
