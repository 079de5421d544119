import { query, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { valueAt } from "./read-example.ts";

/** The body has a token for a query parameter. The last page has none. */
export const cursorQuery: Style = {
  required: { items: response, next: response, cursor: query },
  position: "cursor",
  values: { next: "cursor" },
  lastHasNone: true,
  endsEmpty: () => false,
  read({ value }, { next }) {
    const token = valueAt(value, next) ?? "";
    return token === "" ? {} : { next: String(token) };
  },
  about: { position: "the token in `next`, sent as the query parameter `cursor`", end: "the token is absent, null or empty" },
  text: ({ cursor }) => `Paginated by \`${String(cursor)}\`: the response has its next value, except on the last page.`,
};
