import type { Operation } from "@keywright/core/client";
import { followed, type Json, operationsOf } from "@keywright/generate/contract";

/** Returns the success response of an operation in the contract, with its own references resolved. */
export function successResponse(document: Json, { id, method, path, response }: Operation): Json {
  const found = operationsOf({ document }).find((operation) => operation.method === method && operation.path === path)?.responses[String(response.status)];
  if (found === undefined) throw new Error(`the contract has no response ${response.status} of ${id}: run pnpm generate`);
  return found;
}

/** Returns the examples of a response's headers, by lower-case header and by example. */
export function namedExamples(document: Json, response: Json): { readonly [header: string]: { readonly [example: string]: string } } {
  const headers = Object.entries((response["headers"] ?? {}) as { readonly [name: string]: Json }).map(([name, header]) => {
    const examples = Object.entries((followed(document, header)?.["examples"] ?? {}) as { readonly [example: string]: { readonly value: unknown } });
    return [name.toLowerCase(), Object.fromEntries(examples.map(([example, { value }]) => [example, String(value)]))];
  });
  return Object.fromEntries(headers) as { readonly [header: string]: { readonly [example: string]: string } };
}

/** Returns the object under a name. */
export function at(holder: Json, name: string): Json {
  return holder[name] as Json;
}
