import type { Operation, OperationTable } from "@keywright/core/client";
import { examplePages, type Json, operationsOf } from "@keywright/generate/contract";
import { both, type Names, readPage, styleOf } from "@keywright/generate/pagination";

/** The parts of a request that select a page. */
export interface PageRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** An example page of a list. */
export interface ExamplePage {
  readonly name: string;
  /** The position of the next page. Absent if the page is the last one. */
  readonly position: string | undefined;
  /** Examples of headers, in lower case: Prism sends the first of each header on every page. */
  readonly headers: { readonly [name: string]: string | undefined };
}

/** Returns a request's example page, by name or position; `undefined` if there is none. */
export type Pages = (request: PageRequest, named?: string) => ExamplePage | undefined;

/**
 * Selects pages without state: a position in one example selects the next example of the contract.
 *
 * A cursor that no example has selects the first page, and a number the first page that does not
 * begin before it, or the last one, so that every walk ends.
 */
export function createPages(document: Json, table: OperationTable): Pages {
  const lists = new Map(
    Object.values(table).flatMap((operation) => {
      const pagination = operation.pagination as Names | undefined;
      return pagination === undefined ? [] : [[operation, { pagination, pages: pagesOf(document, operation, pagination) }]];
    }),
  );
  return (request, named) => {
    const operation = operationAt(table, request);
    const list = operation && lists.get(operation);
    if (list === undefined) return undefined;
    if (named !== undefined) return list.pages.find(({ name }) => name === named);
    return list.pages[pageIndex(list.pages, list.pagination, askedPosition(list.pagination, request))];
  };
}

/** Returns a request's operation: with the fewest parameters (OpenAPI 3.1, Paths Object). */
function operationAt(table: OperationTable, { method, pathname }: PageRequest): Operation | undefined {
  const asked = pathname.split("/");
  return Object.values(table)
    .filter((operation) => {
      const segments = operation.path.split("/");
      return (
        operation.method === method &&
        segments.length === asked.length &&
        segments.every((segment, index) => segment === asked[index] || (segment.includes("{") && asked[index] !== ""))
      );
    })
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length)[0];
}

function pageIndex(pages: readonly ExamplePage[], pagination: Names, asked: string | undefined): number {
  if (asked === undefined) return 0;
  const { counts } = styleOf(pagination);
  if (counts !== undefined && Number(asked) <= counts.first(pagination)) return 0;
  const before = pages.findIndex(({ position }) => (counts ? Number(position) >= Number(asked) : position === asked));
  if (before < 0) return counts ? pages.length - 1 : 0;
  return Math.min(before + 1, pages.length - 1);
}

function pagesOf(document: Json, operation: Operation, pagination: Names): ExamplePage[] {
  const { id, method, path, response } = operation;
  const style = styleOf(pagination);
  const definition = operationsOf({ document }).find((each) => each.method === method && each.path === path)?.responses[String(response.status)];
  if (definition === undefined) throw new Error(`the contract has no response ${response.status} of ${id}: run pnpm generate`);
  let count = style.counts?.first(pagination) ?? 0;
  return examplePages(document, definition).map(({ name, value, headers }) => {
    const page = readPage(style, { value, headers }, pagination, path);
    if (typeof page === "string") throw new TypeError(`the example ${name} of ${id} ${page}`);
    count += style.counts?.by === "pages" ? 1 : page.items.length;
    return { name, position: style.counts === undefined ? page.next : String(count), headers };
  });
}

function askedPosition(pagination: Names, { query, body }: PageRequest): string | undefined {
  const { required, position } = styleOf(pagination);
  const name = String(pagination[position]);
  if (required[position] !== both) return query.get(name) ?? undefined;
  try {
    const cursor = (JSON.parse(body) as Json | null)?.[name];
    return typeof cursor === "string" ? cursor : undefined;
  } catch {
    return undefined; // Prism handles malformed JSON itself.
  }
}
