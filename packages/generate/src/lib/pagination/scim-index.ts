import { query, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { checkTotal, readTotal } from "./totals.ts";

/** The position is the index of the page's first item, from 1 (RFC 7644 §3.4.2.4). */
export const scimIndex: Style = {
  required: { items: response, startIndex: query, count: query, total: response },
  position: "startIndex",
  counts: {
    first: () => 1,
    by: "items",
    not: [/page/i, "counts pages: choose the style page-number"],
  },
  also: { body: { startIndex: "startIndex", itemsPerPage: "itemsPerPage" } },
  lastHasNone: false,
  endsEmpty: () => false,
  read: ({ value }, { total }) => readTotal(value, total),
  check: (pages, { total }) => checkTotal(pages, total),
  about: { position: "the index of the page's first item, from 1 (RFC 7644 §3.4.2.4)", end: "`total`, or an empty page" },
  text: ({ startIndex, count }) => `Paginated by \`${String(startIndex)}\` and \`${String(count)}\`.`,
};
