import { type Area, documentOf, integer, jsonResponse, text } from "./feature.ts";

const thing = { type: "object", required: ["id"], properties: { id: text } };
const things = { type: "array", items: thing };
const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const object = (properties: object): object => ({ type: "object", properties });
const nullable = { type: ["string", "null"] };

interface List {
  readonly style: object;
  readonly query?: { readonly [name: string]: object };
  readonly page: object;
  readonly examples: { readonly [name: string]: unknown };
  readonly headers?: object;
  readonly members?: object;
  readonly method?: string;
}

/** A list with its example pages. */
function listing({ style, query = {}, page, examples, headers = {}, members = {}, method = "get" }: List): object {
  const parameters = Object.entries(query).map(([name, schema]) => ({
    name,
    in: "query",
    description: "One.",
    schema,
    example: "integer" === (schema as { type: string }).type ? 1 : "a",
  }));
  const content = { "application/json": { schema: page, examples: Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }])) } };
  return documentOf({
    method,
    operation: {
      parameters,
      "x-pagination": style,
      responses: { "200": { description: "A page.", headers, content }, "400": { description: "Wrong." } },
      ...members,
    },
  });
}

const counted = object({ items: things, total: integer });
const three = (more: (page: number) => object): List["examples"] => ({
  first: { items: [a, b], ...more(0) },
  middle: { items: [c, d], ...more(1) },
  last: { items: [e], ...more(2) },
});
const link = (next: string): object => ({ next: `https://probe.invalid/things?page=${next}` });
const linked = { items: things, next: nullable };
const links = { first: { items: [a], ...link("x") }, middle: { items: [b], ...link("y") }, last: { items: [c], next: null } };
const tokens = { first: { items: [a], next: "x" }, middle: { items: [b], next: "y" }, last: { items: [c], next: null } };
const one = jsonResponse({ items: [a], next: null });
const linkHeader = (example: object): object => ({ Link: { description: "Pages.", schema: text, examples: example } });

/** Lists that page. */
export const pages: Area = {
  name: "pagination",
  features: [
    {
      what: "cursor in the query, token in the body",
      shows: "[all styles](../../../packages/generate/README.md#what-a-contract-may-use)",
      document: listing({
        style: { style: "cursor-query", items: "items", next: "next", cursor: "page" },
        query: { page: text },
        page: object(linked),
        examples: tokens,
      }),
      verdict: { response: one, value: [a], sent: "GET /things" },
    },
    {
      what: "a whole URL in the body",
      document: listing({
        style: { style: "next-link", items: "items", next: "next", cursor: "page" },
        query: { page: text },
        page: object(linked),
        examples: links,
      }),
      verdict: { response: one, value: [a] },
    },
    {
      what: "a whole URL in the body, with page numbers",
      document: listing({
        style: { style: "next-link", items: "items", next: "next", cursor: "page" },
        query: { page: integer },
        page: object(linked),
        examples: { ...links, first: { items: [a], ...link("2") }, middle: { items: [b], ...link("3") } },
      }),
      verdict: { response: one, value: [a] },
    },
    {
      what: "a next page inside of an object",
      document: listing({
        style: { style: "cursor-query", items: "items", next: "/meta/next", cursor: "page" },
        query: { page: text },
        page: object({ items: things, meta: object({ next: nullable }) }),
        examples: { first: { items: [a], meta: { next: "x" } }, middle: { items: [b], meta: { next: "y" } }, last: { items: [c], meta: { next: null } } },
      }),
      verdict: { response: one, value: [a] },
    },
    {
      what: "the Link header alone",
      document: listing({
        style: { style: "link-header", cursor: "page" },
        query: { page: integer },
        page: things,
        examples: { first: [a], middle: [b], last: [c] },
        headers: linkHeader({
          first: { value: '<https://probe.invalid/things?page=2>; rel="next"' },
          middle: { value: '<https://probe.invalid/things?page=3>; rel="next"' },
        }),
      }),
      verdict: { response: jsonResponse([a]), value: [a] },
    },
    {
      what: "offset with an envelope",
      document: listing({
        style: { style: "offset", items: "items", offset: "skip", limit: "take", total: "total" },
        query: { skip: integer, take: integer },
        page: counted,
        examples: three(() => ({ total: 5 })),
      }),
      verdict: { response: jsonResponse({ items: [a], total: 1 }), value: [a] },
    },
    {
      what: "page numbers",
      document: listing({
        style: { style: "page-number", items: "items", page: "page", pages: "total" },
        query: { page: integer },
        page: counted,
        examples: three(() => ({ total: 3 })),
      }),
      verdict: { response: jsonResponse({ items: [a], total: 1 }), value: [a] },
    },
    {
      what: "offset used for page numbers",
      shows: "`offset` with page numbers, `page-number` with offsets",
      document: listing({
        style: { style: "offset", items: "items", offset: "page", limit: "size", total: "total" },
        query: { page: integer, size: integer },
        page: counted,
        examples: three(() => ({ total: 5 })),
      }),
      verdict: { at: '→"page", "limit"', because: /page-number/ },
    },
    {
      what: "SCIM",
      document: listing({
        style: { style: "scim-index", items: "Resources", startIndex: "startIndex", count: "count", total: "totalResults" },
        query: { startIndex: integer, count: integer },
        page: object({ Resources: things, totalResults: integer, startIndex: integer, itemsPerPage: integer }),
        examples: {
          first: { Resources: [a, b], totalResults: 3, startIndex: 1, itemsPerPage: 2 },
          last: { Resources: [c], totalResults: 3, startIndex: 3, itemsPerPage: 1 },
        },
      }),
      verdict: { response: jsonResponse({ Resources: [a], totalResults: 1, startIndex: 1, itemsPerPage: 1 }), value: [a] },
    },
    {
      what: "a cursor in the body, by POST",
      document: listing({
        method: "post",
        style: { style: "cursor-body", items: "items", cursor: "cursor", more: "more" },
        page: object({ items: things, cursor: text, more: { type: "boolean" } }),
        examples: { first: { items: [a], cursor: "1", more: true }, last: { items: [b], cursor: "2", more: false } },
        members: {
          "x-retry": "safe",
          requestBody: { required: true, content: { "application/json": { schema: object({ cursor: text }), examples: { one: { value: { cursor: "0" } } } } } },
        },
      }),
      verdict: { input: {}, response: jsonResponse({ items: [a], cursor: "1", more: false }), value: [a] },
    },
    {
      what: "a style that nobody knows",
      shows: "another style",
      document: listing({ style: { style: "keyset", items: "items" }, page: object(linked), examples: tokens }),
      verdict: { at: '"x-pagination": →{', because: /cursor-query/ },
    },
    {
      what: "items that are not an array",
      shows: "items that are not an array",
      document: listing({
        style: { style: "cursor-query", items: "next", next: "next", cursor: "page" },
        query: { page: text },
        page: object(linked),
        examples: tokens,
      }),
      verdict: { at: '→"x-pagination"', because: /must have its items in an array with a schema of items; next is none/ },
    },
    {
      what: "a cursor that is no parameter",
      document: listing({
        style: { style: "cursor-query", items: "items", next: "next", cursor: "after" },
        query: { page: text },
        page: object(linked),
        examples: tokens,
      }),
      verdict: { at: '"cursor": →"after"', because: /must name a query parameter of the operation \(page\)/ },
    },
    {
      what: "two successes of a list",
      shows: "several successful responses of a list",
      document: listing({
        style: { style: "cursor-query", items: "items", next: "next", cursor: "page" },
        query: { page: text },
        page: object(linked),
        examples: tokens,
        members: {
          responses: {
            "200": { description: "A page.", content: { "application/json": { schema: object(linked), examples: { first: { value: tokens.last } } } } },
            "204": { description: "None." },
            "400": { description: "Wrong." },
          },
        },
      }),
      verdict: { at: '→"responses"', because: /is a paginated list with 2 successful responses/ },
    },
  ],
};
