import { serializePrimitiveParam } from "openapi-fetch";
import type { HttpRequest } from "../../http.ts";
import type { Contract, Input } from "../../pipeline.ts";
import type { Operation } from "../../contract.ts";

/** Builds the request of a call from its checked input, in the media types of the contract. */
export function writeRequest(operation: Operation, input: Input, baseUrl: string, headers: HttpRequest["headers"], contract: Contract): HttpRequest {
  const { method, path, address, accept, body, pagination, response } = operation;
  const url = address === undefined ? contract.writeUrl?.(operation, input, baseUrl) : contract.pinAddress?.(operation, input[address], baseUrl);
  const value = body && (pagination?.style === "cursor-body" ? input : input["body"]);
  const write = body?.as && contract.bodies?.[body.as];
  const written = body && value !== undefined && (write?.(operation, value) ?? { body: JSON.stringify(value), mediaType: body.mediaType });
  return {
    url: url ?? baseUrl + path,
    method,
    headers: {
      accept,
      ...headers,
      ...contract.writeHeaders?.(operation, input, headers),
      ...(written && { "content-type": written.mediaType }),
      // Compression is off, because a compressed file that ends early looks complete.
      ...(response.type === "bytes" && { "accept-encoding": "identity" }),
    },
    body: written ? written.body : undefined,
  };
}

/**
 * Builds a URL in the common styles: a path parameter is one segment (`simple`), an array in the
 * query is separated by commas (`form`, not exploded).
 */
export function writeUrl({ path, queryParameters = {} }: Operation, input: Input, baseUrl: string): string {
  const query = Object.keys(queryParameters).flatMap((name) => {
    const value = input[name];
    if (!Array.isArray(value)) return value === undefined ? [] : serializePrimitiveParam(name, value as string);
    return value.length === 0 ? [] : serializePrimitiveParam(name, value.map(encodeURIComponent).join(","), { allowReserved: true });
  });
  const written = path.replace(/\{(.+?)\}/g, (_place, name: string) => encodeURIComponent(String(input[name])));
  return baseUrl + written + (query.length === 0 ? "" : `?${query.join("&")}`);
}
