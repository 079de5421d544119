import type { Operation } from "@keywright/core/client";
import type { Document } from "@keywright/tool-clients";

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
