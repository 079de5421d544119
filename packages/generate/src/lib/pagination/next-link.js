// @ts-check
import { itemsIn, lacksItems, readNextUrl, valueAt } from "./read-example.js";

/** @type {Pick<import("./style.ts").Style, "required" | "position" | "values" | "read">} */
const linked = {
  required: { items: "response", next: "response", cursor: "query" },
  position: "cursor",
  values: { next: "url" },
  read: ({ value }, { items, next, cursor }, path) => lacksItems(value, items) ?? readNextUrl(itemsIn(value, items), valueAt(value, next), path, cursor),
};

/**
 * The body has the URL of the next page. The last page has none.
 *
 * @type {import("./style.ts").Style}
 */
export const nextLink = {
  ...linked,
  reader: "nextLinkPages",
  lastHasNone: true,
  endsEmpty: () => false,
  text: () => "Paginated: the response has the URL of the next page, except on the last page.",
};

/**
 * The body always has the URL of the next page: an empty page means no more items for now.
 *
 * @type {import("./style.ts").Style}
 */
export const nextLinkLive = {
  ...linked,
  reader: "nextLinkPages",
  lastHasNone: false,
  endsEmpty: () => true,
  *check(pages) {
    if (pages.some(({ name, next }) => name === "empty" && next === undefined)) yield "empty must have a position too, because a live list never ends.";
  },
  text: () => "Paginated without an end: an empty page means that there are no more items at the moment.",
};
