import type { Json } from "@keywright/generate/contract";
import { EXAMPLE_PAGES, type Names, styleOf } from "@keywright/generate/pagination";
import type { Operation, OperationTable } from "@keywright/core/client";
import { headerExamples, operationAt, successResponse } from "./examples.ts";

/** What of a request decides which page is meant. */
export interface PageRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** What Prism does not know of lists. */
export interface PageScenario {
  /** The name of the example that answers a request; `undefined` if the operation does not page. */
  pageOf(request: PageRequest): string | undefined;
  /** The headers of an example page, by their names in lower case; `undefined` for one that this page does not have. Prism sends the first example with every page. */
  headersOf(method: string, pathname: string, page: string): { readonly [name: string]: string | undefined };
}

/**
 * Lets a mock that knows no state walk through pages: a position that one example gives out is answered by the example that follows it in the contract.
 *
 * A cursor that no example gave out gets the first page. Where positions are counted, any number is a position: it gets the first page that does not begin
 * before it, and the last one behind the end, so that a walk from anywhere ends.
 */
export function createPageScenario(document: Json, table: OperationTable): PageScenario {
  const lists = new Map(
    Object.values(table).flatMap((operation) => {
      const pagination = operation.pagination as Names | undefined;
      return pagination === undefined ? [] : [[operation, listOf(document, operation, pagination)]];
    }),
  );
  const listAt = (method: string, pathname: string): List | undefined => {
    const operation = operationAt(table, method, pathname);
    return operation && lists.get(operation);
  };
  return {
    pageOf({ method, pathname, query, body }) {
      const list = listAt(method, pathname);
      return list?.pages[pageIndex(list, askedPosition(list.pagination, query, body))]?.name;
    },
    headersOf(method, pathname, page) {
      // A header whose examples are not named as pages is the same on each of them.
      const ofPages = Object.entries(listAt(method, pathname)?.headers ?? {}).filter(([, values]) => EXAMPLE_PAGES.some((name) => name in values));
      return EXAMPLE_PAGES.includes(page) ? Object.fromEntries(ofPages.map(([name, values]) => [name, values[page]])) : {};
    },
  };
}

interface List {
  readonly pagination: Names;
  /** The example pages in their order, each with the position behind it: absent if the page is the last one and says so by giving none. */
  readonly pages: readonly { readonly name: string; readonly position: string | undefined }[];
  readonly headers: ReturnType<typeof headerExamples>;
}

function listOf(document: Json, operation: Operation, pagination: Names): List {
  const style = styleOf(pagination);
  const response = successResponse(document, operation);
  const headers = headerExamples(document, response);
  const content = response["content"] as { readonly [mediaType: string]: Json };
  const examples = content[operation.response.mediaType ?? ""]?.["examples"] ?? {};
  let count = style.counts?.first(pagination) ?? 0;
  const pages = Object.entries(examples).map(([name, example]: [string, Json]) => {
    const page = style.read({ value: example["value"], link: headers["link"]?.[name] }, pagination, operation.path);
    if (typeof page === "string") throw new TypeError(`the example ${name} of ${operation.id} ${page}`);
    if (style.counts !== undefined) count = style.counts.after(count, page.items.length);
    return { name, position: style.counts === undefined ? page.next : String(count) };
  });
  return { pagination, pages, headers };
}

function pageIndex({ pages, pagination }: List, asked: string | undefined): number {
  if (asked === undefined) return 0;
  const { counts } = styleOf(pagination);
  if (counts !== undefined && Number(asked) <= counts.first(pagination)) return 0;
  const before = pages.findIndex(({ position }) => (counts ? Number(position) >= Number(asked) : position === asked));
  if (before < 0) return counts ? pages.length - 1 : 0;
  return Math.min(before + 1, pages.length - 1);
}

function askedPosition(pagination: Names, query: URLSearchParams, body: string): string | undefined {
  const { members, position } = styleOf(pagination);
  const name = String(pagination[position]);
  return members[position] === "both" ? cursorInBody(body, name) : (query.get(name) ?? undefined);
}

function cursorInBody(body: string, name: string): string | undefined {
  try {
    const cursor = (JSON.parse(body) as Json | null)?.[name];
    return typeof cursor === "string" ? cursor : undefined;
  } catch {
    return undefined; // The mock itself answers malformed JSON.
  }
}
