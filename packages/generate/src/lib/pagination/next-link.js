// @ts-check
import { itemsIn, lacksItems, readNextUrl, valueAt } from "./read-example.js";

/** @type {Pick<import("./style.ts").Style, "members" | "position" | "read">} */
const linked = {
  members: { items: "answer", next: "answer", cursor: "query" },
  position: "cursor",
  read: ({ value }, { items, next, cursor }, path) => lacksItems(value, items) ?? readNextUrl(itemsIn(value, items), valueAt(value, next), path, cursor),
};

/**
 * The body has the URL of the next page, which the last page does not have.
 *
 * @type {import("./style.ts").Style}
 */
export const nextLink = {
  ...linked,
  reader: "nextLinkPages",
  lastHasNone: true,
  endsEmpty: () => false,
  text: () => "In pages: the address of the next one is in the answer, and absent at the end.",
};

/**
 * The body always has the URL of the next page: an empty page means that there are no more items for now.
 *
 * @type {import("./style.ts").Style}
 */
export const nextLinkLive = {
  ...linked,
  reader: "liveNextLinkPages",
  lastHasNone: false,
  endsEmpty: () => true,
  *check(pages) {
    if (pages.some(({ name, next }) => name === "empty" && next === undefined)) yield "empty must give a position too, because a live list never ends.";
  },
  text: () => "In pages without an end: a page without results means that all was read so far.",
};
