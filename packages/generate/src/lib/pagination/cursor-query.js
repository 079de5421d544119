// @ts-check
import { itemsIn, lacksItems, valueAt } from "./read-example.js";

/**
 * The body has a token for a query parameter. The last page has none.
 *
 * @type {import("./style.ts").Style}
 */
export const cursorQuery = {
  reader: "cursorQueryPages",
  required: { items: "response", next: "response", cursor: "query" },
  position: "cursor",
  values: { next: "cursor" },
  lastHasNone: true,
  endsEmpty: () => false,
  read({ value }, { items, next }) {
    const token = valueAt(value, next) ?? "";
    return lacksItems(value, items) ?? { items: itemsIn(value, items), ...(token === "" ? {} : { next: String(token) }) };
  },
  text: ({ cursor }) => `Paginated by \`${String(cursor)}\`: the response has its next value, except on the last page.`,
};
