// @ts-check
import { itemsIn, lacksItems, readNextUrl } from "./read-example.js";

/** A link with the relation `next`, as examples write it (RFC 8288 §3). */
const NEXT = /<([^>]*)>(?:\s*;\s*[^;,"]+(?:="[^"]*")?)*?\s*;\s*rel="?next"?/;

/**
 * The `Link` header has the URL of the next page. The last page has none.
 *
 * @type {import("./style.ts").Style}
 */
export const linkHeader = {
  reader: "linkHeaderPages",
  required: { cursor: "query" },
  optional: { items: "response" },
  position: "cursor",
  also: { headers: { link: "link" } },
  lastHasNone: true,
  endsEmpty: () => false,
  read: ({ value, headers: { link = "" } = {} }, { items, cursor }, path) =>
    lacksItems(value, items) ?? readNextUrl(itemsIn(value, items), NEXT.exec(link)?.[1], path, cursor),
  text: () => "Paginated: the `Link` header has the URL of the next page, except on the last page.",
};
