// @ts-check
import { itemsIn, lacksItems, readNextUrl } from "./read-example.js";

/** A link with the relation `next`, as examples write it (RFC 8288 §3). */
const NEXT = /<([^>]*)>(?:\s*;\s*[^;,"]+(?:="[^"]*")?)*?\s*;\s*rel="?next"?/;

/**
 * The `Link` header has the URL of the next page, which the last page does not have.
 *
 * @type {import("./style.ts").Style}
 */
export const linkHeader = {
  reader: "linkHeaderPages",
  members: { cursor: "query" },
  optional: { items: "answer" },
  position: "cursor",
  lastHasNone: true,
  endsEmpty: () => false,
  read: ({ value, link = "" }, { items, cursor }, path) => lacksItems(value, items) ?? readNextUrl(itemsIn(value, items), NEXT.exec(link)?.[1], path, cursor),
  text: () => "In pages: the address of the next one is in the `Link` header, which the last page does not have.",
};
