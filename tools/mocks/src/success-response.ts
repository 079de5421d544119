import type { Operation } from "@keywright/core/client";
import { followed, type Json, operationsOf } from "@keywright/generate/contract";

/** The success response of an operation, as the contract describes it; its own references are followed. */
export function successResponse(document: Json, { id, method, path, response }: Operation): Json {
  const found = operationsOf({ document }).find((operation) => operation.method === method && operation.path === path)?.responses[String(response.status)];
  if (found === undefined) throw new Error(`the contract has no response ${response.status} of ${id}: run pnpm generate`);
  return found;
}

/** The examples of the headers of a response by their names: of each header in lower case, and of each example. */
export function namedExamples(document: Json, response: Json): { readonly [header: string]: { readonly [example: string]: string } } {
  const headers = Object.entries((response["headers"] ?? {}) as { readonly [name: string]: Json }).map(([name, header]) => {
    const examples = Object.entries((followed(document, header)?.["examples"] ?? {}) as { readonly [example: string]: { readonly value: unknown } });
    return [name.toLowerCase(), Object.fromEntries(examples.map(([example, { value }]) => [example, String(value)]))];
  });
  return Object.fromEntries(headers) as { readonly [header: string]: { readonly [example: string]: string } };
}

/** The object under a name. */
export function at(holder: Json, name: string): Json {
  return holder[name] as Json;
}
