import { EXAMPLE_PAGES } from "@keywright/generate/pagination";
import type { OperationTable } from "@keywright/core/client";
import { operationAt } from "./operation-at.ts";
import type { Document } from "./clients/index.ts";
import { namedExamples, successResponse } from "./success-response.ts";

/** Returns the headers that belong to an example of a list's page, by their names in lower case; `undefined` for a header that this page does not have. */
export type ExampleHeaders = (method: string, pathname: string, example: string) => { readonly [name: string]: string | undefined };

/** Prism sends the first example of a header with every page. This returns the header's example of the same name as the page. */
export function createExampleHeaders(document: Document, table: OperationTable): ExampleHeaders {
  const lists = Object.values(table).filter(({ pagination }) => pagination !== undefined);
  const headers = new Map(lists.map((operation) => [operation, namedExamples(document, successResponse(document, operation))]));
  return (method, pathname, example) => {
    const operation = operationAt(table, method, pathname);
    const named = Object.entries((operation && headers.get(operation)) ?? {});
    // A header whose examples do not have the pages' names is the same on each page.
    const ofPages = named.filter(([, values]) => Object.keys(values).some((name) => EXAMPLE_PAGES.includes(name)));
    return EXAMPLE_PAGES.includes(example) ? Object.fromEntries(ofPages.map(([name, values]) => [name, values[example]])) : {};
  };
}
