import { createFinalURL, createQuerySerializer, defaultPathSerializer } from "openapi-fetch";
import { type Input, isBodyInput } from "./check-input.ts";
import type { OutgoingRequest } from "./client-options.ts";
import { encodeBody } from "./encode-body.ts";
import type { HeaderRecord } from "./headers.ts";
import type { Operation, Parameter } from "./operation.ts";

const querySerializer = createQuerySerializer({ array: { style: "form", explode: false } });

/** Turns a call's input into its request, in the contract's forms. */
export function buildRequest(baseUrl: string, operation: Operation, input: Input, headers: HeaderRecord): OutgoingRequest {
  const body = encodeBody(operation, isBodyInput(operation) ? input : input["body"]);
  const url = createFinalURL(operation.path, {
    baseUrl,
    params: { path: pick(input, operation.pathParameters), query: pick(input, operation.queryParameters) },
    querySerializer,
    pathSerializer: defaultPathSerializer,
  });
  const own: HeaderRecord = { accept: operation.accept, ...headers };
  if (body !== undefined && operation.body !== undefined) own["content-type"] = operation.body.mediaType;
  // A compressed file that ends early cannot be told from a whole one.
  if (operation.response.type === "bytes") own["accept-encoding"] = "identity";
  return { url, method: operation.method, headers: own, body };
}

function pick(input: Input, parameters: { readonly [name: string]: Parameter } = {}): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(parameters)) if (input[name] !== undefined) picked[name] = input[name];
  return picked;
}
