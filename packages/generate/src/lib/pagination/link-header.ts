import { query, response } from "./roles.ts";
import type { Style } from "./style.ts";
import { readNextUrl } from "./read-example.ts";

/** A link with the relation `next`, as examples write it (RFC 8288 §3). */
const NEXT = /<([^>]*)>(?:\s*;\s*[^;,"]+(?:="[^"]*")?)*?\s*;\s*rel="?next"?/;

/** The `Link` header has the URL of the next page. The last page has none. */
export const linkHeader: Style = {
  required: { cursor: query },
  optional: { items: response },
  position: "cursor",
  also: { headers: { link: "link" } },
  lastHasNone: true,
  endsEmpty: () => false,
  read: ({ headers: { link = "" } = {} }, { cursor }, path) => readNextUrl(NEXT.exec(link)?.[1], path, cursor),
  about: { position: 'the query parameter `cursor` of the URL in the `Link` header with `rel="next"` (RFC 8288)', end: "no such link" },
  text: () => "Paginated: the `Link` header has the URL of the next page, except on the last page.",
};
