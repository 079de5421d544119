import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import { isBodyInput, isObject, refuseInput } from "./check-input.ts";
import type { Contract, HttpRequest, Input } from "./types.ts";
import type { Operation, RequestBody } from "./contract.ts";

/** Builds the request of a call from its checked input, in the media types of the contract. */
export function writeRequest(operation: Operation, input: Input, baseUrl: string, headers: HttpRequest["headers"], contract: Contract): HttpRequest {
  const { id, method, path, address, accept, body, response } = operation;
  const url = address === undefined ? contract.writeUrl?.(operation, input, baseUrl) : contract.pinAddress?.(operation, input[address], baseUrl);
  const value = body && (isBodyInput(operation) ? input : input["body"]);
  const isForm = body?.mediaType === "application/x-www-form-urlencoded";
  const written =
    value === undefined
      ? undefined
      : body?.as !== undefined
        ? contract.bodies?.[body.as]?.(operation, value)
        : { body: isForm ? contract.writeForm?.(id, value, body?.styles) : JSON.stringify(value), mediaType: body?.mediaType ?? "" };
  return {
    url: url ?? baseUrl + path,
    method,
    headers: {
      accept,
      ...headers,
      ...contract.writeHeaders?.(operation, input, headers),
      ...(written && { "content-type": written.mediaType }),
      // Compression is off, because a compressed file that ends early looks complete.
      ...(response.type === "bytes" ? { "accept-encoding": "identity" } : undefined),
    },
    body: written?.body,
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

const DELIMITERS = { comma: ",", space: " ", pipe: "|" };

/**
 * Encodes a form. Properties without a value are omitted, because they would be sent as the word "undefined" (WHATWG URL §5.2).
 *
 * @param styles The properties with another style than the default: `name=a&name=b` for an array, JSON for an object (OpenAPI 3.1, Encoding Object).
 */
export function writeForm(operationId: string, body: unknown, styles: RequestBody["styles"] = {}): string {
  if (!isObject(body)) return refuseInput(operationId, "body", "must be an object", body);
  const form = new URLSearchParams();
  const append = (name: string, value: unknown): void => {
    if (value instanceof Date) refuseInput(operationId, `body.${name}`, "must be a text, because the contract does not say how a form writes a date", value);
    if (value !== undefined && value !== null) form.append(name, textOf(value));
  };
  for (const [name, value] of Object.entries(body)) {
    const style = styles[name];
    if (style === "deep" && isObject(value)) for (const [key, member] of Object.entries(value)) append(`${name}[${key}]`, member);
    else if (Array.isArray(value) && style !== "json") {
      if (style === undefined || style === "deep") for (const element of value) append(name, element);
      else if (value.length > 0) append(name, value.map(textOf).join(DELIMITERS[style]));
    } else append(name, value);
  }
  return form.toString();
}

/** A value as the text of a form or of a part: a date as RFC 3339 writes it, an object as JSON. */
export function textOf(value: unknown): string {
  return value instanceof Date ? value.toISOString() : typeof value === "object" ? JSON.stringify(value) : String(value);
}
