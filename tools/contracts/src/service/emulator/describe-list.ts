import { followed, type Json } from "@keywright/generate/contract";
import { paginationRow, styleOf } from "@keywright/generate/pagination";
import { contentOf, headersOf, namedExamples, objectOf, objectSchema, some } from "./document.ts";
import type { ResourceFacts } from "./describe-resource.ts";
import { namesOf, type OperationFacts } from "./operation-facts.ts";

/** An example page of the contract. */
interface NamedPage {
  readonly value: unknown;
  readonly link: string | undefined;
}

/** Returns how a list is filtered and paged. */
export function describeList(document: Json, operation: OperationFacts, { literal, properties }: ResourceFacts): Json {
  const { answer, items = "", pagination, parameters } = operation;
  // An object cannot be compared with a property.
  const comparable = parameters.filter(({ in: place, schema }) => place === "query" && objectSchema(document, schema) === undefined);
  const names = comparable.map((parameter) => String(parameter["name"]));
  const filters = names.filter((name) => literal["id"] !== name && properties.includes(name));
  const pages = pagesOf(document, operation);
  const paging = pagination && pagingOf(document, operation, pagination, pages);
  const page = items === "" ? [] : withValue(pages.at(-1)?.value ?? answer?.examples[0], namesOf(items), []);
  return { filters: some(filters), items: paging === undefined && items !== "" ? items : undefined, paging, page };
}

/** Returns the example pages of the contract: those with items, and then the last one. */
function pagesOf(document: Json, { success }: OperationFacts): readonly NamedPage[] {
  const links = namedExamples(document, headersOf(document, success)["link"] ?? {});
  const named = Object.entries(namedExamples(document, contentOf(success)?.[1] ?? {})).filter(([name]) => name !== "empty");
  return named.map(([name, value]) => ({ value, link: links[name] === undefined ? undefined : String(links[name]) }));
}

const LIMIT = /^(limit|per_?page|page_?size|page_?limit|size|count|max_?(results|items)|first|top|take)$/i;

/** Returns how a list is paged: `Paging` of the emulator. */
function pagingOf(document: Json, operation: OperationFacts, pagination: Json, pages: readonly NamedPage[]): Json {
  const { style, items, next, cursor, more, offset, limit, startIndex, count, total, page, pages: numberOfPages, size, first } = pagination;
  const position = String(cursor ?? offset ?? startIndex ?? page);
  const inBody = objectSchema(document, operation.request?.schema)?.properties ?? {};
  const numbers = operation.parameters.filter(
    ({ in: place, schema }) => place === "query" && [followed(document, schema)?.["type"]].flat().includes("integer"),
  );
  const names = [...numbers.map((parameter) => String(parameter["name"])), ...Object.keys(inBody)];
  const by = limit ?? count ?? names.find((name) => name !== position && LIMIT.test(name));
  const schema = followed(document, operation.parameters.find(({ name }) => name === by)?.["schema"] ?? inBody[String(by)]);
  const given = schema?.["default"] ?? Math.min(...[schema?.["maximum"], 20].filter((each) => typeof each === "number"));
  const flag = more ?? (style === "cursor-query" || style === "next-link" ? moreFlag(pages) : undefined);
  const known = some(knownPositions(operation, pagination, pages));
  const members = { style, items, position, next, more: flag, total, pages: numberOfPages, size, first, limit: by, usual: given, known };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ""));
}

/** Returns the positions in the example pages, with the number of items before each. */
function knownPositions(operation: OperationFacts, pagination: Json, pages: readonly NamedPage[]): { readonly [position: string]: number } {
  if (styleOf(pagination).counts !== undefined) return {};
  const row = paginationRow(pagination);
  const known: { [position: string]: number } = {};
  let before = 0;
  for (const page of pages) {
    const read = styleOf(pagination).read(page, row, operation.path);
    if (typeof read === "string") continue;
    before += read.items.length;
    if (read.next !== undefined) known[read.next] = before;
  }
  return known;
}

/** Returns the property that is true on all pages except the last. */
function moreFlag(pages: readonly NamedPage[]): string | undefined {
  const [last = {}, ...others] = pages.map(({ value }) => objectOf(value)).reverse();
  return others.length === 0 ? undefined : Object.keys(last).find((name) => last[name] === false && others.every((page) => page[name] === true));
}

/** Returns a copy of a value with another value at a place. */
function withValue(holder: unknown, [name, ...names]: readonly string[], value: unknown): unknown {
  return name === undefined ? value : { ...objectOf(holder), [name]: withValue(objectOf(holder)[name], names, value) };
}
