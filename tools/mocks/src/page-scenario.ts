import type { Operation, OperationTable, Pagination } from "@keywright/core";
import type { Document } from "./services.ts";

/** What of a request decides which page is meant. */
export interface PageRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly body: string;
}

/** Gives the name of the example that answers a request; `undefined` where the operation does not page. */
export type PageScenario = (request: PageRequest) => string | undefined;

type Json = { readonly [name: string]: unknown };

/**
 * Lets a mock that knows no state walk through pages: a position that one example gives out is answered by the example that follows it in the contract.
 */
export function createPageScenario(document: Document, table: OperationTable): PageScenario {
  const lists = Object.values(table)
    .filter((operation) => operation.pagination !== undefined)
    .map((operation) => ({ operation, pages: pagesOf(document, operation, operation.pagination as Pagination) }));
  return ({ method, pathname, query, body }) => {
    const list = lists.find(({ operation }) => operation.method === method && operation.path === pathname);
    if (list === undefined) return undefined;
    const asked = askedPosition(list.operation.pagination as Pagination, query, body);
    if (asked === undefined) return list.pages[0]?.name;
    const index = list.pages.findIndex(({ position }) => position === asked);
    return list.pages[index < 0 ? 0 : Math.min(index + 1, list.pages.length - 1)]?.name;
  };
}

/** The examples of a list in their order, each with the position behind it. */
function pagesOf(document: Document, operation: Operation, pagination: Pagination): { readonly name: string; readonly position: string }[] {
  const examples = responseExamples(document, operation);
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

function positionBehind(pagination: Exclude<Pagination, { style: "offset" }>, page: Json): string {
  switch (pagination.style) {
    case "cursor-body":
      return String(page[pagination.cursor]);
    case "scim-index":
      return String(Number(page[pagination.startIndex]) + (page[pagination.items] as readonly unknown[]).length);
    default:
      return new URL(String(page[pagination.next])).searchParams.get(pagination.cursor) ?? "";
  }
}

function responseExamples(document: Document, operation: Operation): Json {
  const definition = at(at(at(document, "paths"), operation.path), operation.method.toLowerCase());
  const response = resolve(document, at(at(definition, "responses"), String(operation.response.status)));
  return at(at(at(response, "content"), operation.response.mediaType ?? ""), "examples");
}

function at(holder: Json, name: string): Json {
  return holder[name] as Json;
}

function resolve(document: Document, value: Json): Json {
  const ref = value["$ref"];
  return typeof ref === "string" ? resolve(document, ref.slice(2).split("/").reduce<Json>(at, document)) : value;
}

function askedPosition(pagination: Pagination, query: URLSearchParams, body: string): string | undefined {
  switch (pagination.style) {
    case "cursor-body":
      return cursorInBody(body, pagination.cursor);
    case "offset":
      return zeroIsStart(query.get(pagination.offset));
    case "scim-index":
      return query.get(pagination.startIndex) ?? undefined;
    default:
      return query.get(pagination.cursor) ?? undefined;
  }
}

function zeroIsStart(offset: string | null): string | undefined {
  return offset === null || offset === "0" ? undefined : offset;
}

function cursorInBody(body: string, name: string): string | undefined {
  try {
    const cursor = (JSON.parse(body) as Json | null)?.[name];
    return typeof cursor === "string" ? cursor : undefined;
  } catch {
    return undefined; // The mock itself answers malformed JSON.
  }
}
