// @ts-check
import { itemsIn, lacksItems, valueAt } from "./read-example.js";

/**
 * The body has a token for a query parameter, which the last page does not have.
 *
 * @type {import("./style.ts").Style}
 */
export const cursorQuery = {
  reader: "cursorQueryPages",
  members: { items: "answer", next: "answer", cursor: "query" },
  position: "cursor",
  lastHasNone: true,
  endsEmpty: () => false,
  read({ value }, { items, next }) {
    const token = valueAt(value, next) ?? "";
    return lacksItems(value, items) ?? { items: itemsIn(value, items), ...(token === "" ? {} : { next: String(token) }) };
  },
  text: ({ cursor }) => `In pages by \`${String(cursor)}\`: its next value is in the answer, and absent at the end.`,
};
