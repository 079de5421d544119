import type { Document } from "./clients/index.ts";
import type { Json } from "@keywright/generate/contract";
import { type Names, styleOf } from "@keywright/generate/pagination";
import type { Operation, OperationTable } from "@keywright/core/client";
import { operationAt } from "./operation-at.ts";
import { at, namedExamples, successResponse } from "./success-response.ts";

/** The parts of a request that select a page. */
export interface PageRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Returns the name of the example that a request selects; `undefined` if the operation has no pages. */
export type PageScenario = (request: PageRequest) => string | undefined;

/**
 * Selects pages without state: a position in one example selects the next example of the contract.
 *
 * A cursor that no example has selects the first page. A counted position may be any number: it selects the first page that does not begin
 * before it, or the last page, so that every walk ends.
 */
export function createPageScenario(document: Document, table: OperationTable): PageScenario {
  const lists = new Map(
    Object.values(table).flatMap((operation) => {
      const pagination = operation.pagination as Names | undefined;
      return pagination === undefined ? [] : [[operation, { pagination, pages: pagesOf(document, operation, pagination) }]];
    }),
  );
  return ({ method, pathname, query, body }) => {
    const operation = operationAt(table, method, pathname);
    const list = operation && lists.get(operation);
    if (list === undefined) return undefined;
    return list.pages[pageIndex(list.pages, list.pagination, askedPosition(list.pagination, query, body))]?.name;
  };
}

/** An example page of a list, with the position of the next page. */
interface ExamplePage {
  readonly name: string;
  /** Absent if the page is the last one. */
  readonly position: string | undefined;
}

function pageIndex(pages: readonly ExamplePage[], pagination: Names, asked: string | undefined): number {
  if (asked === undefined) return 0;
  const { counts } = styleOf(pagination);
  if (counts !== undefined && Number(asked) <= counts.first(pagination)) return 0;
  const before = pages.findIndex(({ position }) => (counts ? Number(position) >= Number(asked) : position === asked));
  if (before < 0) return counts ? pages.length - 1 : 0;
  return Math.min(before + 1, pages.length - 1);
}

/** Returns the example pages of a list, in their order. */
function pagesOf(document: Document, operation: Operation, pagination: Names): ExamplePage[] {
  const style = styleOf(pagination);
  const response = successResponse(document, operation);
  const links = namedExamples(document, response)["link"];
  const examples = at(at(at(response, "content"), operation.response.mediaType ?? ""), "examples");
  let count = style.counts?.first(pagination) ?? 0;
  return Object.entries(examples ?? {}).map(([name, example]) => {
    const page = style.read({ value: (example as Json)["value"], link: links?.[name] }, pagination, operation.path);
    if (typeof page === "string") throw new TypeError(`the example ${name} of ${operation.id} ${page}`);
    if (style.counts !== undefined) count = style.counts.after(count, page.items.length);
    return { name, position: style.counts === undefined ? page.next : String(count) };
  });
}

function askedPosition(pagination: Names, query: URLSearchParams, body: string): string | undefined {
  const { required, position } = styleOf(pagination);
  const name = String(pagination[position]);
  return required[position] === "both" ? cursorInBody(body, name) : (query.get(name) ?? undefined);
}

function cursorInBody(body: string, name: string): string | undefined {
  try {
    const cursor = (JSON.parse(body) as Json | null)?.[name];
    return typeof cursor === "string" ? cursor : undefined;
  } catch {
    return undefined; // The mock handles malformed JSON itself.
  }
}
