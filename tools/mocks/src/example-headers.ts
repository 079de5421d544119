import type { OperationTable } from "@keywright/core/client";
import type { Document } from "@keywright/tool-clients";
import { type Json, resolve, successResponse } from "./success-response.ts";

/** Returns the headers that belong to an example of a list's page, by their names in lower case. */
export type ExampleHeaders = (method: string, pathname: string, example: string) => { readonly [name: string]: string };

/** Prism sends the first example of a header with every page. This returns the header's example of the same name as the page. */
export function createExampleHeaders(document: Document, table: OperationTable): ExampleHeaders {
  const lists = Object.values(table).filter(({ pagination }) => pagination !== undefined);
  const headers = new Map(lists.map((operation) => [`${operation.method} ${operation.path}`, namedHeaders(document, successResponse(document, operation))]));
  return (method, pathname, example) => {
    const found = (headers.get(`${method} ${pathname}`) ?? []).flatMap(({ name, values }) => (values[example] === undefined ? [] : [[name, values[example]]]));
    return Object.fromEntries(found) as { readonly [name: string]: string };
  };
}

interface NamedHeader {
  readonly name: string;
  /** By the example's name. */
  readonly values: { readonly [example: string]: string };
}

function namedHeaders(document: Document, response: Json): readonly NamedHeader[] {
  return Object.entries((response["headers"] ?? {}) as { readonly [name: string]: Json }).map(([name, header]) => {
    const examples = (resolve(document, header)["examples"] ?? {}) as { readonly [example: string]: { readonly value: unknown } };
    return { name: name.toLowerCase(), values: Object.fromEntries(Object.entries(examples).map(([example, { value }]) => [example, String(value)])) };
  });
}
