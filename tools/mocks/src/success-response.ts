import type { Operation } from "@keywright/core/client";
import type { Document } from "./services.ts";

/** An object of a contract. */
export type Json = { readonly [name: string]: unknown };

/** The success response of an operation, as the contract describes it; references are followed. */
export function successResponse(document: Document, { path, method, response }: Operation): Json {
  const definition = at(at(at(document, "paths"), path), method.toLowerCase());
  return resolve(document, at(at(definition, "responses"), String(response.status)));
}

/** The object under a name, or the object that it refers to. */
export function resolve(document: Document, value: Json): Json {
  const ref = value["$ref"];
  return typeof ref === "string" ? resolve(document, ref.slice(2).split("/").reduce<Json>(at, document)) : value;
}

/** The object under a name. */
export function at(holder: Json, name: string): Json {
  return holder[name] as Json;
}

/** The examples of the headers of a response by their names: of each header in lower case, and of each example. */
export function namedExamples(document: Document, response: Json): { readonly [header: string]: { readonly [example: string]: string } } {
  const headers = Object.entries((response["headers"] ?? {}) as { readonly [name: string]: Json }).map(([name, header]) => {
    const examples = Object.entries((resolve(document, header)["examples"] ?? {}) as { readonly [example: string]: { readonly value: unknown } });
    return [name.toLowerCase(), Object.fromEntries(examples.map(([example, { value }]) => [example, String(value)]))];
  });
  return Object.fromEntries(headers) as { readonly [header: string]: { readonly [example: string]: string } };
}
