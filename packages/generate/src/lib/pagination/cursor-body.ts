import { both, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { nameOf, valueAt } from "./read-example.ts";

/** The request body has the cursor of the previous page. Each page has one, and a flag for more. */
export const cursorBody: Style = {
  required: { items: response, cursor: both, more: response },
  position: "cursor",
  lastHasNone: false,
  endsEmpty: () => false,
  read({ value }, { cursor, more }) {
    const position = valueAt(value, cursor);
    return { more: valueAt(value, more), ...(typeof position === "string" && position !== "" ? { next: position } : {}) };
  },
  *check(pages, { more }) {
    const full = pages.filter(({ name }) => name !== "empty");
    const expected = pages.map((page) => page !== full.at(-1) && full.includes(page));
    const got = pages.map((page) => page.more);
    if (got.join() !== expected.join()) yield `${nameOf(more)} must be ${expected.join(", ")}; got ${got.join(", ")}.`;
  },
  about: { position: "`cursor` of the response, sent alone as `cursor` of the body", end: "`more` is false" },
  text: () => "Paginated by a cursor that stays valid: store it to continue later.",
};
