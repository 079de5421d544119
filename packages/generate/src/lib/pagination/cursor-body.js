// @ts-check
import { itemsIn, lacksItems, nameOf, valueAt } from "./read-example.js";

/**
 * The request body is the cursor of the page before, which always has one, and a flag for more pages.
 *
 * @type {import("./style.ts").Style}
 */
export const cursorBody = {
  reader: "cursorBodyPages",
  members: { items: "answer", cursor: "both", more: "answer" },
  position: "cursor",
  lastHasNone: false,
  endsEmpty: () => false,
  read({ value }, { items, cursor, more }) {
    const position = valueAt(value, cursor);
    return (
      lacksItems(value, items) ?? {
        items: itemsIn(value, items),
        more: valueAt(value, more),
        ...(typeof position === "string" && position !== "" ? { next: position } : {}),
      }
    );
  },
  *check(pages, { more }) {
    const full = pages.filter(({ name }) => name !== "empty");
    const expected = pages.map((page) => page !== full.at(-1) && full.includes(page));
    const got = pages.map((page) => page.more);
    if (got.join() !== expected.join()) yield `${nameOf(more)} must be ${expected.join(", ")}; got ${got.join(", ")}.`;
  },
  text: () => "In pages by a cursor, which stays valid: what is kept of it is where to go on later.",
};
