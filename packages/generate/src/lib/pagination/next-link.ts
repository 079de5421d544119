import { query, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { readNextUrl, valueAt } from "./read-example.ts";

const position = "the query parameter `cursor` of the URL in `next`, absolute or relative; a number if the parameter is one";

const linked: Pick<Style, "required" | "position" | "values" | "read"> = {
  required: { items: response, next: response, cursor: query },
  position: "cursor",
  values: { next: "url" },
  read: ({ value }, { next, cursor }, path) => readNextUrl(valueAt(value, next), path, cursor),
};

/** The body has the URL of the next page. The last page has none. */
export const nextLink: Style = {
  ...linked,
  lastHasNone: true,
  endsEmpty: () => false,
  about: { position: `${position}. If the body has none, the \`Link\` header applies`, end: "no URL" },
  text: () => "Paginated: the response has the URL of the next page, except on the last page.",
};

/** The body always has the URL of the next page: an empty page means no more items for now. */
export const nextLinkLive: Style = {
  ...linked,
  lastHasNone: false,
  endsEmpty: () => true,
  *check(pages) {
    if (pages.some(({ name, next }) => name === "empty" && next === undefined)) yield "empty must have a position too, because a live list never ends.";
  },
  about: { position: `${position}. \`next\` is always present`, end: "none: after an empty page, poll the same position" },
  text: () => "Paginated without an end: an empty page means that there are no more items at the moment.",
};
