import { type ExamplePages, examplePages, followed, type Json } from "@keywright/generate/contract";
import { both, paginationRow, readPage, styleOf } from "@keywright/generate/pagination";
import { objectOf, objectSchema, some } from "./document.ts";
import type { ResourceFacts } from "./describe-resource.ts";
import { namesOf, type OperationFacts } from "./operation-facts.ts";

/** Returns how a list is filtered and paged. */
export function describeList(document: Json, operation: OperationFacts, { literal, properties }: ResourceFacts): Json {
  const { answer, items = "", pagination, parameters } = operation;
  // An object cannot be compared with a property.
  const comparable = parameters.filter(({ in: place, schema }) => place === "query" && objectSchema(document, schema) === undefined);
  const names = comparable.map((parameter) => String(parameter["name"]));
  const filters = names.filter((name) => literal["id"] !== name && properties.includes(name));
  const pages = examplePages(document, operation.success).filter(({ name }) => name !== "empty");
  const paging = pagination && pagingOf(document, operation, pagination, pages);
  const page = items === "" ? [] : withValue(pages.at(-1)?.value ?? answer?.examples[0], namesOf(items), []);
  return { filters: some(filters), items: paging === undefined && items !== "" ? items : undefined, paging, page };
}

const LIMIT = /^(limit|per_?page|page_?size|page_?limit|size|count|max_?(results|items)|first|top|take)$/i;

/** Returns how a list is paged: `Paging` of the emulator. */
function pagingOf(document: Json, operation: OperationFacts, pagination: Json, pages: ExamplePages): Json {
  const { position: at, counts, lastHasNone, required } = styleOf(pagination);
  const { limit, count } = pagination;
  const position = String(pagination[at]);
  const inBody = objectSchema(document, operation.request?.schema)?.properties ?? {};
  const numbers = operation.parameters.filter(
    ({ in: place, schema }) => place === "query" && [followed(document, schema)?.["type"]].flat().includes("integer"),
  );
  const names = [...numbers.map((parameter) => String(parameter["name"])), ...Object.keys(inBody)];
  const by = limit ?? count ?? names.find((name) => name !== position && LIMIT.test(name));
  const schema = followed(document, operation.parameters.find(({ name }) => name === by)?.["schema"] ?? inBody[String(by)]);
  const given = schema?.["default"] ?? Math.min(...[schema?.["maximum"], 20].filter((each) => typeof each === "number"));
  const flag = lastHasNone ? moreFlag(pages) : undefined;
  const { body, headers } = valuesOf(pagination, objectOf(pages.at(-1)?.value));
  const facts = {
    position,
    inBody: required[at] === both || undefined,
    counts: counts?.by,
    first: counts?.first(pagination),
    always: (counts === undefined && !lastHasNone) || undefined,
    body: { ...body, ...(flag === undefined ? {} : { [flag]: "more" }) },
    headers: some(headers),
    limit: by,
    usual: given,
    known: some(knownPositions(operation, pagination, pages)),
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}

/** Returns what a page has at its places. */
function valuesOf(pagination: Json, last: Json): { readonly [In in "body" | "headers"]: { [place: string]: unknown } } {
  const { required, optional, values = {}, also = {} } = styleOf(pagination);
  const found = { body: Object.fromEntries(Object.entries(also.body ?? {}).filter(([name]) => name in last)), headers: { ...also.headers } };
  for (const [property, { in: part }] of Object.entries({ ...required, ...optional })) {
    const place = property === "items" ? (pagination["items"] ?? "") : pagination[property];
    if (part !== undefined && place !== undefined) found[part][String(place)] = values[property] ?? property;
  }
  return found;
}

/** Returns the positions in the example pages, with the number of items before each. */
function knownPositions(operation: OperationFacts, pagination: Json, pages: ExamplePages): { readonly [position: string]: number } {
  if (styleOf(pagination).counts !== undefined) return {};
  const row = paginationRow(pagination);
  const known: { [position: string]: number } = {};
  let before = 0;
  for (const page of pages) {
    const read = readPage(styleOf(pagination), page, row, operation.path);
    if (typeof read === "string") continue;
    before += read.items.length;
    if (read.next !== undefined) known[read.next] = before;
  }
  return known;
}

/** Returns the property that is true on all pages except the last. */
function moreFlag(pages: ExamplePages): string | undefined {
  const [last = {}, ...others] = pages.map(({ value }) => objectOf(value)).reverse();
  return others.length === 0 ? undefined : Object.keys(last).find((name) => last[name] === false && others.every((page) => page[name] === true));
}

/** Returns a copy of a value with another value at a place. */
function withValue(holder: unknown, [name, ...names]: readonly string[], value: unknown): unknown {
  return name === undefined ? value : { ...objectOf(holder), [name]: withValue(objectOf(holder)[name], names, value) };
}
