import type { Operation, OperationTable } from "@keywright/core/client";
import { followed, type Json, operationsOf } from "@keywright/generate/contract";

/** The operation that a request is for. Of several paths that match, the one with the fewest parameters counts (OpenAPI 3.1, Paths Object). */
export function operationAt(table: OperationTable, method: string, pathname: string): Operation | undefined {
  const asked = pathname.split("/");
  return Object.values(table)
    .filter((operation) => operation.method === method && isAt(operation.path, asked))
    .sort((one, other) => one.path.split("{").length - other.path.split("{").length)[0];
}

function isAt(path: string, asked: readonly string[]): boolean {
  const segments = path.split("/");
  return segments.length === asked.length && segments.every((segment, index) => segment === asked[index] || (segment.includes("{") && asked[index] !== ""));
}

/** The success response of an operation, as the contract describes it; its own references are followed. */
export function successResponse(document: Json, { id, method, path, response }: Operation): Json {
  const found = operationsOf({ document }).find((operation) => operation.method === method && operation.path === path)?.responses[String(response.status)];
  if (found === undefined) throw new Error(`the contract has no response ${response.status} of ${id}: run pnpm generate`);
  return found;
}

/** The examples of the headers of a response by their names: of each header in lower case, and of each example. */
export function headerExamples(document: Json, response: Json): { readonly [header: string]: { readonly [example: string]: string } } {
  const headers = Object.entries((response["headers"] ?? {}) as { readonly [name: string]: Json }).map(([name, header]) => {
    const examples = Object.entries((followed(document, header)?.["examples"] ?? {}) as { readonly [example: string]: { readonly value: unknown } });
    return [name.toLowerCase(), Object.fromEntries(examples.map(([example, { value }]) => [example, String(value)]))];
  });
  return Object.fromEntries(headers) as { readonly [header: string]: { readonly [example: string]: string } };
}
