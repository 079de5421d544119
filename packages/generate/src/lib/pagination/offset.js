// @ts-check
import { itemsIn, lacksItems } from "./read-example.js";
import { checkTotal, readTotal } from "./totals.js";

/**
 * The position is the number of items before the page.
 *
 * @type {import("./style.ts").Style}
 */
export const offset = {
  reader: "offsetPages",
  required: { offset: "query", limit: "query" },
  optional: { items: "response", total: "response" },
  position: "offset",
  counts: {
    first: () => 0,
    by: "items",
    not: [/page/i, "counts pages: choose the style page-number"],
  },
  lastHasNone: false,
  endsEmpty: ({ total }) => total === undefined,
  read: ({ value }, { items, total }) => lacksItems(value, items) ?? readTotal(itemsIn(value, items), value, total),
  check: (pages, { total }) => checkTotal(pages, total),
  text: (names) => `Paginated by \`${String(names["offset"])}\`; ends at an empty page${names["total"] === undefined ? "" : " or at the total"}.`,
};
