import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import { isBodyInput, refuseInput } from "./check-input.ts";
import type { Contract, HttpRequest, Input } from "./types.ts";
import type { Operation } from "./contract.ts";

/** Builds the request of a call from its checked input, in the media types of the contract. */
export function writeRequest(operation: Operation, input: Input, baseUrl: string, headers: HttpRequest["headers"], contract: Contract): HttpRequest {
  const { id, method, path, address, accept, body, response } = operation;
  const url = address === undefined ? contract.writeUrl?.(operation, input, baseUrl) : contract.pinAddress?.(operation, input[address], baseUrl);
  const value = body && (isBodyInput(operation) ? input : input["body"]);
  const isForm = body?.mediaType === "application/x-www-form-urlencoded";
  return {
    url: url ?? baseUrl + path,
    method,
    headers: {
      accept,
      ...headers,
      ...contract.writeHeaders?.(operation, input, headers),
      ...(value === undefined ? undefined : { "content-type": body?.mediaType ?? "" }),
      // Compression is off, because a compressed file that ends early looks complete.
      ...(response.type === "bytes" ? { "accept-encoding": "identity" } : undefined),
    },
    body: value === undefined ? undefined : isForm ? contract.writeForm?.(id, value) : JSON.stringify(value),
  };
}

/** Builds a URL with its parameters, in the styles that most contracts use: a path parameter is one segment (`simple`), an array in the query is separated by commas (`form`, not exploded). */
export function writeUrl({ path, queryParameters = {} }: Operation, input: Input, baseUrl: string): string {
  const query = Object.keys(queryParameters).flatMap((name) => {
    const value: unknown = input[name];
    if (Array.isArray(value)) return value.length === 0 ? [] : serializeArrayParam(name, value, { style: "form", explode: false });
    return value === undefined ? [] : serializePrimitiveParam(name, value as string);
  });
  const written = path.replace(/\{(.+?)\}/g, (_place, name: string) => encodeURIComponent(String(input[name])));
  return baseUrl + written + (query.length === 0 ? "" : `?${query.join("&")}`);
}

/** Encodes a form. Properties without a value are omitted, because they would be sent as the word "undefined" (WHATWG URL §5.2). */
export function writeForm(operationId: string, body: unknown): string {
  if (typeof body !== "object" || Array.isArray(body)) refuseInput(operationId, "body", "must be an object", body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body ?? {})) {
    if (value === undefined || value === null) continue;
    if (typeof value === "object") refuseInput(operationId, `body.${name}`, "must be a text, a number or a boolean", value);
    form.append(name, String(value));
  }
  return form.toString();
}
