import type { Operation, OperationTable, Pagination } from "@keywright/core/client";
import type { Document } from "@keywright/tool-clients";
import { at, type Json, successResponse } from "./success-response.ts";

/** What of a request decides which page is meant. */
export interface PageRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Gives the name of the example that answers a request; `undefined` where the operation does not page. */
export type PageScenario = (request: PageRequest) => string | undefined;

/**
 * Lets a mock that knows no state walk through pages: a position that one example gives out is answered by the example that follows it in the contract.
 *
 * A cursor that no example gave out gets the first page. Where positions count items, any number is a position: it gets the first page that does not begin
 * before it, and the last one behind the end, so that a walk from anywhere ends.
 */
export function createPageScenario(document: Document, table: OperationTable): PageScenario {
  const lists = Object.values(table)
    .filter((operation) => operation.pagination !== undefined)
    .map((operation) => ({ operation, pages: pagesOf(document, operation, operation.pagination as Pagination) }));
  return ({ method, pathname, query, body }) => {
    const list = lists.find(({ operation }) => operation.method === method && operation.path === pathname);
    if (list === undefined) return undefined;
    const pagination = list.operation.pagination as Pagination;
    return list.pages[pageIndex(list.pages, pagination, askedPosition(pagination, query, body))]?.name;
  };
}

/** An example page of a list, with the position behind it. */
interface ExamplePage {
  readonly name: string;
  /** Absent where the page is the last one and says so by giving none. */
  readonly position: string | undefined;
}

function pageIndex(pages: readonly ExamplePage[], { style }: Pagination, asked: string | undefined): number {
  if (asked === undefined) return 0;
  const counts = style === "offset" || style === "scim-index";
  const before = pages.findIndex(({ position }) => (counts ? Number(position) >= Number(asked) : position === asked));
  if (before < 0) return counts ? pages.length - 1 : 0;
  return Math.min(before + 1, pages.length - 1);
}

/** The examples of a list in their order. */
function pagesOf(document: Document, operation: Operation, pagination: Pagination): ExamplePage[] {
  const examples = at(at(at(successResponse(document, operation), "content"), operation.response.mediaType ?? ""), "examples");
  let received = 0;
  return Object.entries(examples).map(([name, example]) => {
    const value = (example as Json)["value"];
    if (pagination.style === "offset") {
      received += (value as readonly unknown[]).length;
      return { name, position: String(received) };
    }
    return { name, position: positionBehind(pagination, value as Json) };
  });
}

function positionBehind(pagination: Exclude<Pagination, { style: "offset" }>, page: Json): string | undefined {
  switch (pagination.style) {
    case "cursor-body":
      return String(page[pagination.cursor]);
    case "scim-index":
      return String(Number(page[pagination.startIndex]) + (page[pagination.items] as readonly unknown[]).length);
    default: {
      const next = page[pagination.next];
      return typeof next === "string" ? (new URL(next).searchParams.get(pagination.cursor) ?? undefined) : undefined;
    }
  }
}

function askedPosition(pagination: Pagination, query: URLSearchParams, body: string): string | undefined {
  switch (pagination.style) {
    case "cursor-body":
      return cursorInBody(body, pagination.cursor);
    case "offset":
      return behindStart(query.get(pagination.offset), 0);
    case "scim-index":
      return behindStart(query.get(pagination.startIndex), 1);
    default:
      return query.get(pagination.cursor) ?? undefined;
  }
}

function behindStart(position: string | null, start: number): string | undefined {
  return position === null || Number(position) <= start ? undefined : position;
}

function cursorInBody(body: string, name: string): string | undefined {
  try {
    const cursor = (JSON.parse(body) as Json | null)?.[name];
    return typeof cursor === "string" ? cursor : undefined;
  } catch {
    return undefined; // The mock itself answers malformed JSON.
  }
}
