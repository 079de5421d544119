import { cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { useRulesOf } from "./specs-copy.ts";

type Json = { readonly [name: string]: unknown };

/** A list of the contract of {@link writePagedContract}. */
export interface PagedList {
  readonly path: string;
  readonly pagination: Json;
  /** The schemas of the query parameters, except `filter`. */
  readonly query: { readonly [name: string]: Json };
  /** Returns the schema of a page with `things`. */
  readonly page: (things: Json) => Json;
  readonly examples: Json;
  /** The examples of its headers, by their names. */
  readonly headers?: { readonly [name: string]: Json };
  /** The type of a position. */
  readonly position: string;
  /** The requests after the first one, the position after each page, and the last page's input. */
  readonly walk: { readonly asked: readonly string[]; readonly positions: readonly unknown[]; readonly resume: object };
}

const text: Json = { type: "string" };
const count: Json = { type: "integer", minimum: 0 };
const [a, b, c, d, e] = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const object = (properties: Json): Json => ({ type: "object", properties });
const nullable: Json = { anyOf: [text, { type: "null" }] };

/** A list of each pagination style, in the forms that services use. */
export const PAGED_LISTS: { readonly [operationId: string]: PagedList } = {
  listNestedLinks: {
    path: "/accounts/{account}/nested-links",
    pagination: { style: "next-link", items: "/data/things", next: "/meta/links/next", cursor: "page" },
    query: { page: { type: "integer", minimum: 1 } },
    page: (things) => object({ data: object({ things }), meta: object({ links: object({ next: nullable }) }) }),
    examples: {
      first: { data: { things: [a] }, meta: { links: { next: "?page=2" } } },
      middle: { data: { things: [b] }, meta: { links: { next: "/accounts/one/nested-links?page=3" } } },
      last: { data: { things: [c] }, meta: { links: { next: null } } },
    },
    position: "number | undefined",
    walk: { asked: ["?page=2", "?page=3"], positions: [2, 3, 3], resume: { page: 3 } },
  },
  listDottedLinks: {
    path: "/dotted-links",
    pagination: { style: "next-link", items: "value", next: "@things.next", cursor: "$token" },
    query: { $token: text },
    page: (things) => object({ value: things, "@things.next": text }),
    examples: {
      first: { value: [a], "@things.next": "https://things.example.com/dotted-links?$token=t~1" },
      last: { value: [b] },
    },
    position: "string | undefined",
    walk: { asked: ["?%24token=t~1"], positions: ["t~1", "t~1"], resume: { $token: "t~1" } },
  },
  listLiveLinks: {
    path: "/live-links",
    pagination: { style: "next-link-live", items: "things", next: "next", cursor: "after" },
    query: { after: text },
    page: (things) => object({ things, next: text }),
    examples: { first: { things: [a], next: "/live-links?after=1" }, empty: { things: [], next: "/live-links?after=1" } },
    position: "string",
    walk: { asked: ["?after=1"], positions: ["1", "1"], resume: { after: "1" } },
  },
  listHeaderLinks: {
    path: "/header-links",
    pagination: { style: "link-header", cursor: "page" },
    query: { page: { type: "integer" } },
    page: (things) => things,
    examples: { first: [a, b], middle: [c], last: [d] },
    headers: {
      Link: {
        first: '<https://things.example.com/header-links?page=2>; rel="next", <https://things.example.com/header-links?page=3>; rel="last"',
        middle: '<https://things.example.com/header-links?page=1>; rel="prev", <https://things.example.com/header-links?page=3>; rel="next"',
      },
    },
    position: "number | undefined",
    walk: { asked: ["?page=2", "?page=3"], positions: [2, 3, 3], resume: { page: 3 } },
  },
  listTokens: {
    path: "/tokens",
    pagination: { style: "cursor-query", items: "data", next: "next_cursor", cursor: "cursor" },
    query: { cursor: text },
    page: (things) => object({ data: things, next_cursor: nullable }),
    examples: {
      first: { data: [a], next_cursor: "c/1" },
      middle: { data: [b], next_cursor: "c/2" },
      last: { data: [c], next_cursor: null },
      empty: { data: [], next_cursor: "" },
    },
    position: "string | undefined",
    walk: { asked: ["?cursor=c%2F1", "?cursor=c%2F2"], positions: ["c/1", "c/2", "c/2"], resume: { cursor: "c/2" } },
  },
  listCursorBodies: {
    path: "/cursor-bodies",
    pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "/page/more" },
    query: {},
    page: (things) => object({ items: things, cursor: text, page: object({ more: { type: "boolean" } }) }),
    examples: {
      first: { items: [a], cursor: "1", page: { more: true } },
      last: { items: [b], cursor: "2", page: { more: false } },
    },
    position: "string",
    walk: { asked: [' {"cursor":"1"}'], positions: ["1", "2"], resume: { cursor: "1" } },
  },
  listPages: {
    path: "/pages",
    pagination: { style: "page-number", items: "items", page: "page", pages: "/paging/pages" },
    query: { page: { type: "integer", minimum: 1, default: 1 } },
    page: (things) => object({ items: things, paging: object({ pages: count }) }),
    examples: {
      first: { items: [a, b], paging: { pages: 3 } },
      middle: { items: [c, d], paging: { pages: 3 } },
      last: { items: [e], paging: { pages: 3 } },
    },
    position: "number",
    walk: { asked: ["?page=2", "?page=3"], positions: [2, 3, 4], resume: { page: 3 } },
  },
  listBarePages: {
    path: "/bare-pages",
    pagination: { style: "page-number", page: "page" },
    query: { page: { type: "integer" } },
    page: (things) => things,
    examples: { first: [a, b], empty: [] },
    position: "number",
    walk: { asked: ["?page=2"], positions: [2, 3], resume: { page: 2 } },
  },
  listZeroPages: {
    path: "/zero-pages",
    pagination: { style: "page-number", items: "items", page: "page", first: 0, total: "total", size: "size" },
    query: { page: { type: "integer", default: 0 } },
    page: (things) => object({ items: things, total: count, size: count }),
    examples: { first: { items: [a, b], total: 3, size: 2 }, last: { items: [c], total: 3, size: 2 } },
    position: "number",
    walk: { asked: ["?page=1"], positions: [1, 2], resume: { page: 1 } },
  },
  listOffsets: {
    path: "/offsets",
    pagination: { style: "offset", items: "results", offset: "skip", limit: "take", total: "/page/total" },
    query: { skip: { type: "integer", default: 0 }, take: count },
    page: (things) => object({ results: things, page: object({ total: count }) }),
    examples: {
      first: { results: [a, b], page: { total: 3 } },
      last: { results: [c], page: { total: 3 } },
      empty: { results: [], page: { total: 3 } },
    },
    position: "number",
    walk: { asked: ["?skip=2"], positions: [2, 3], resume: { skip: 2 } },
  },
  listIndexes: {
    path: "/indexes",
    pagination: { style: "scim-index", items: "Resources", startIndex: "startIndex", count: "count", total: "totalResults" },
    query: { startIndex: { type: "integer", minimum: 1 }, count },
    page: (things) => object({ Resources: things, totalResults: count }),
    examples: { first: { Resources: [a, b], totalResults: 3 }, last: { Resources: [c], totalResults: 3 } },
    position: "number",
    walk: { asked: ["?startIndex=3"], positions: [3, 4], resume: { startIndex: 3 } },
  },
};

const named = (examples: Json): Json => Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

function pathItem(id: string, { path, pagination, query, examples, headers = {} }: PagedList): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: "path", required: true, schema: text, example: "one" }));
  const inQuery = pagination["style"] === "cursor-body" ? [] : Object.entries({ ...query, filter: text });
  const content = (schema: string, shownAs: Json): Json => ({
    "application/json": { schema: { $ref: `#/components/schemas/${schema}` }, examples: named(shownAs) },
  });
  const body = { requestBody: { required: true, content: content("Position", { begin: {} }) } };
  const operation = {
    operationId: id,
    summary: "Lists things.",
    description: "In pages.",
    tags: ["Things"],
    security: [{ bearer: [] }],
    "x-retry": "safe",
    "x-pagination": pagination,
    parameters: [
      ...names.map((parameter) => ({ ...parameter, description: "The account." })),
      ...inQuery.map(([name, schema]) => ({ name, in: "query", description: "What to list.", schema, example: schema["type"] === "integer" ? 1 : "x" })),
    ],
    ...(inQuery.length === 0 ? body : {}),
    responses: {
      "200": {
        description: "A page.",
        headers: Object.fromEntries(Object.entries(headers).map(([name, shown]) => [name, { description: "Of pages.", schema: text, examples: named(shown) }])),
        content: content(pageName(id), examples),
      },
      "401": { description: "No.", content: content("Problem", { refused: { status: 401 } }) },
    },
  };
  return { [inQuery.length === 0 ? "post" : "get"]: operation };
}

const pageName = (id: string): string => `${id.replace("list", "")}Page`;

/** Returns an OpenAPI document with these lists. */
function pagedContract(lists: typeof PAGED_LISTS): Json {
  const things = { type: "array", items: { $ref: "#/components/schemas/Thing" } };
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "0.1.0", description: "A service of things.", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "{base_url}", description: "The service.", variables: { base_url: { default: "https://things.invalid", description: "Its address." } } }],
    tags: [{ name: "Things", description: "All of them." }],
    paths: Object.fromEntries(Object.entries(lists).map(([id, list]) => [list.path, pathItem(id, list)])),
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: {
        Thing: { ...object({ id: { ...text, description: "Its id." } }), required: ["id"] },
        Problem: object({ status: { type: "integer" } }),
        ...Object.fromEntries(Object.entries(lists).map(([id, { page }]) => [pageName(id), page(things)])),
        ...("listCursorBodies" in lists ? { Position: object({ cursor: text }) } : {}),
      },
    },
  };
}

/**
 * Writes the contract of a service `things` with its rules to a temporary folder.
 *
 * @param lists The lists of the contract. Default: all of {@link PAGED_LISTS}.
 */
export async function writePagedContract(
  lists: typeof PAGED_LISTS = PAGED_LISTS,
): Promise<{ readonly folder: string; readonly file: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-paged-"));
  await mkdir(join(folder, "specs/things"), { recursive: true });
  await cp(join(ROOT, "specs/redocly.yaml"), join(folder, "specs/redocly.yaml"));
  await useRulesOf(folder);
  const file = join(folder, "specs/things/openapi.yaml");
  await writeFile(file, JSON.stringify(pagedContract(lists), undefined, 2));
  return { folder, file, remove: () => rm(folder, { recursive: true, force: true }) };
}
