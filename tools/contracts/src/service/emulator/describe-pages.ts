import { followed, isObject, type Json } from "@keywright/generate/contract";
import { paginationRow, styleOf } from "@keywright/generate/pagination";
import { headersOf } from "./find-resources.ts";
import type { OperationFacts } from "./operation-facts.ts";
import { namedExamples, objectOf, objectSchema } from "./schemas.ts";

/** A page that the contract shows. */
export interface NamedPage {
  readonly value: unknown;
  readonly link: string | undefined;
}

/** The pages of the contract, the last one behind all that have items. */
export function pagesOf(document: Json, { success }: OperationFacts): readonly NamedPage[] {
  const [media] = Object.values(objectOf(success["content"])).filter(isObject);
  const links = namedExamples(document, headersOf(document, success)["link"] ?? {});
  const named = Object.entries(media === undefined ? {} : namedExamples(document, media)).filter(([name]) => name !== "empty");
  return named.map(([name, value]) => ({ value, link: links[name] === undefined ? undefined : String(links[name]) }));
}

const LIMIT = /^(limit|per_?page|page_?size|page_?limit|size|count|max_?(results|items)|first|top|take)$/i;

/** How a list comes in pages: `Paging` of the emulator. */
export function pagingOf(operation: OperationFacts, pagination: Json, parameters: readonly Json[], pages: readonly NamedPage[], document: Json): Json {
  const { style, items, next, cursor, more, offset, limit, startIndex, count, total, page, pages: numberOfPages, size, first } = pagination;
  const position = String(cursor ?? offset ?? startIndex ?? page);
  const inBody = objectSchema(document, operation.request?.schema)?.properties ?? {};
  const isNumber = (schema: unknown): boolean => [followed(document, schema)?.["type"]].flat().includes("integer");
  const inQuery = parameters.filter((parameter) => parameter["in"] === "query" && isNumber(parameter["schema"])).map((parameter) => String(parameter["name"]));
  const by = limit ?? count ?? [...inQuery, ...Object.keys(inBody)].find((name) => name !== position && LIMIT.test(name));
  const schema = followed(document, parameters.find(({ name }) => name === by)?.["schema"] ?? inBody[String(by)]);
  const usual = Math.min(
    ...[schema?.["default"], schema?.["maximum"], 20].filter((each) => typeof each === "number").slice(0, schema?.["default"] === undefined ? 2 : 1),
  );
  const known = knownPositions(operation, pagination, pages);
  const flag = more ?? (style === "cursor-query" || style === "next-link" ? moreFlag(pages) : undefined);
  const members = {
    style,
    items,
    position,
    next,
    more: flag,
    total,
    pages: numberOfPages,
    size,
    first,
    limit: by,
    usual,
    ...(Object.keys(known).length === 0 ? {} : { known }),
  };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined && value !== ""));
}

/** The positions that the example pages give, with the number of items before each. */
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

/** A property that is true in all pages but the last says whether there is more. */
function moreFlag(pages: readonly NamedPage[]): string | undefined {
  const [last, ...others] = [...pages].reverse().map(({ value }) => objectOf(value));
  if (others.length === 0) return undefined;
  return Object.keys(last ?? {}).find((name) => last?.[name] === false && others.every((page) => page[name] === true));
}
