import { query, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { checkTotal, readTotal } from "./totals.ts";

/** The position is the number of items before the page. */
export const offset: Style = {
  required: { offset: query, limit: query },
  optional: { items: response, total: response },
  position: "offset",
  counts: {
    first: () => 0,
    by: "items",
    not: [/page/i, "counts pages: choose the style page-number"],
  },
  lastHasNone: false,
  endsEmpty: ({ total }) => total === undefined,
  read: ({ value }, { total }) => readTotal(value, total),
  check: (pages, { total }) => checkTotal(pages, total),
  about: { position: "the number of items before the page", end: "`total`, or an empty page" },
  text: (names) => `Paginated by \`${String(names["offset"])}\`; ends at an empty page${names["total"] === undefined ? "" : " or at the total"}.`,
};
