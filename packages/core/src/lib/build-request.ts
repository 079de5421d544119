import { serializeArrayParam, serializePrimitiveParam } from "openapi-fetch";
import { type Input, isBodyInput } from "./check-input.ts";
import type { OutgoingRequest } from "./client-options.ts";
import type { HeaderRecord } from "./headers.ts";
import type { Operation } from "./operation.ts";
import { FORM, type Parts } from "./parts.ts";

/** Turns a call's input, which has been checked, into its request, in the contract's forms. */
export function buildRequest(baseUrl: string, operation: Operation, input: Input, headers: HeaderRecord, parts: Parts): OutgoingRequest {
  const body = writeBody(operation, isBodyInput(operation) ? input : input["body"], parts);
  const own: HeaderRecord = { accept: operation.accept, ...headers };
  if (body !== undefined && operation.body !== undefined) own["content-type"] = operation.body.mediaType;
  // A compressed file that ends early cannot be told from a whole one.
  if (operation.response.type === "bytes") own["accept-encoding"] = "identity";
  const url =
    operation.address === undefined
      ? baseUrl + writePath(operation, input) + writeQuery(operation, input)
      : (parts.address?.(operation, operation.address, input, baseUrl) ?? "");
  return { url, method: operation.method, headers: own, body };
}

function writeBody({ id, body: contract }: Operation, body: unknown, parts: Parts): string | undefined {
  if (contract === undefined || body === undefined) return undefined;
  return contract.mediaType === FORM ? parts[FORM]?.(id, body) : JSON.stringify(body);
}

const pathParts = new WeakMap<Operation, readonly string[]>();

/** Each parameter is one segment (OpenAPI 3.1, style `simple`). */
function writePath(operation: Operation, input: Input): string {
  if (operation.pathParameters === undefined) return operation.path;
  // Literal and name in turn; a path is split once.
  const parts = pathParts.get(operation) ?? operation.path.split(/[{}]/);
  pathParts.set(operation, parts);
  return parts.map((part, index) => (index % 2 === 0 ? part : encodeURIComponent(String(input[part])))).join("");
}

/** Lists are written with commas (OpenAPI 3.1, style `form`, not exploded). */
function writeQuery({ queryParameters = {} }: Operation, input: Input): string {
  const written: string[] = [];
  for (const name of Object.keys(queryParameters)) {
    const value = input[name];
    if (Array.isArray(value) && value.length > 0) written.push(serializeArrayParam(name, value as unknown[], { style: "form", explode: false }));
    else if (value !== undefined && !Array.isArray(value)) written.push(serializePrimitiveParam(name, value as string));
  }
  return written.length === 0 ? "" : `?${written.join("&")}`;
}
