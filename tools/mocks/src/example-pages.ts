import type { Operation, OperationTable } from "@keywright/core/client";
import type { Json } from "@keywright/generate/contract";
import { type Names, styleOf } from "@keywright/generate/pagination";
import { operationAt } from "./operation-at.ts";
import type { Document } from "./services.ts";
import { namedExamples, successResponse } from "./success-response.ts";

/** An example page of a list. */
export interface ExamplePage {
  /** The name of its example. */
  readonly name: string;
  /** The position of the next page. Absent if the page is the last one. */
  readonly position: string | undefined;
  /** The headers that differ between the pages, by their names in lower case; `undefined` for a header that this page does not have. */
  readonly headers: { readonly [name: string]: string | undefined };
}

/** The example pages of a list, in their order. */
export interface ExampleList {
  readonly pages: readonly ExamplePage[];
  /** Returns the page that a request selects. */
  select(query: URLSearchParams, body: string): ExamplePage | undefined;
}

/**
 * Returns a function that finds the list at a path. Lists select pages without state: a position in one example selects the next example of the contract.
 *
 * A cursor that no example has selects the first page. A counted position may be any number: it selects the first page that does not begin
 * before it, or the last page, so that every walk ends.
 */
export function createExamplePages(document: Document, table: OperationTable): (method: string, pathname: string) => ExampleList | undefined {
  const lists = new Map<Operation, ExampleList>();
  for (const operation of Object.values(table)) {
    const pagination = operation.pagination as Names | undefined;
    if (pagination === undefined) continue;
    const pages = pagesOf(document, operation, pagination);
    lists.set(operation, { pages, select: (query, body) => pages[pageIndex(pages, pagination, askedPosition(pagination, query, body))] });
  }
  return (method, pathname) => {
    const operation = operationAt(table, method, pathname);
    return operation && lists.get(operation);
  };
}

function pageIndex(pages: readonly ExamplePage[], pagination: Names, asked: string | undefined): number {
  if (asked === undefined) return 0;
  const { counts } = styleOf(pagination);
  if (counts !== undefined && Number(asked) <= counts.first(pagination)) return 0;
  const before = pages.findIndex(({ position }) => (counts ? Number(position) >= Number(asked) : position === asked));
  if (before < 0) return counts ? pages.length - 1 : 0;
  return Math.min(before + 1, pages.length - 1);
}

function pagesOf(document: Document, operation: Operation, pagination: Names): ExamplePage[] {
  const style = styleOf(pagination);
  const response = successResponse(document, operation);
  const media = (response["content"] as { readonly [mediaType: string]: Json })[operation.response.mediaType ?? ""];
  const examples = Object.entries((media?.["examples"] ?? {}) as { readonly [name: string]: Json });
  // A header whose examples do not have the pages' names is the same on each page.
  const headers = Object.entries(namedExamples(document, response)).filter(([, values]) => examples.some(([name]) => name in values));
  let count = style.counts?.first(pagination) ?? 0;
  return examples.map(([name, { value }]) => {
    const own = Object.fromEntries(headers.map(([header, values]) => [header, values[name]]));
    const page = style.read({ value, link: own["link"] }, pagination, operation.path);
    if (typeof page === "string") throw new TypeError(`the example ${name} of ${operation.id} ${page}`);
    if (style.counts !== undefined) count = style.counts.after(count, page.items.length);
    return { name, position: style.counts === undefined ? page.next : String(count), headers: own };
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
