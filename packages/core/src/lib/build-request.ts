import createClient from "openapi-fetch";
import { type Input, isBodyInput } from "./check-input.ts";
import type { IncomingResponse, OutgoingRequest } from "./client-options.ts";
import type { HeaderRecord } from "./headers.ts";
import type { Operation, Parameter } from "./operation.ts";

/** What this package uses of openapi-fetch; its own types stay out of the public ones. */
interface Seam {
  request(method: string, path: string, init: object): Promise<{ data?: unknown; response: IncomingResponse }>;
}
type CreateSeam = (options: { baseUrl: string; Request: typeof LightRequest; fetch: () => Promise<never> }) => Seam;

/** Stands in for the platform's `Request`, which would be built, cloned and thrown away: only what openapi-fetch worked out is kept. */
class LightRequest {
  readonly url: string;
  readonly method: string;
  readonly body: string | undefined;

  constructor(url: string, init: { readonly method: string; readonly body?: string }) {
    this.url = url;
    this.method = init.method;
    this.body = init.body;
  }
}

/** Sends a call's input as a request: `transmit` gets it whole, and its answer is given back. */
export type SendInput = (operation: Operation, input: Input, headers: HeaderRecord, transmit: (request: OutgoingRequest) => Promise<IncomingResponse>) => Promise<IncomingResponse>;

/**
 * Gives the function that turns input into requests below one base address.
 *
 * openapi-fetch writes the URL and asks for the sending; it gets a light request and an answer that is read already, so that none of its own reading of bodies happens.
 */
export function createSendInput(baseUrl: string): SendInput {
  const seam = (createClient as unknown as CreateSeam)({ baseUrl, Request: LightRequest, fetch: () => Promise.reject(new TypeError("every call brings its own fetch")) });
  return async (operation, input, userHeaders, transmit) => {
    const body = serializeBody(operation, isBodyInput(operation) ? input : input["body"]);
    const headers: HeaderRecord = { accept: operation.accept, ...userHeaders };
    if (body !== undefined && operation.body !== undefined) headers["content-type"] = operation.body.mediaType;
    let answer: IncomingResponse | undefined;
    await seam.request(operation.method, operation.path, {
      params: { path: pick(input, operation.pathParameters), query: pick(input, operation.queryParameters) },
      querySerializer: { array: { style: "form", explode: false } },
      body,
      bodySerializer: (serialized: string) => serialized,
      parseAs: "stream",
      fetch: async ({ url, method, body: sent }: LightRequest) => {
        answer = await transmit({ url, method, headers, body: sent });
        return { ok: true, status: 204, headers: answer.headers };
      },
    });
    return answer as unknown as IncomingResponse;
  };
}

function pick(input: Input, parameters: { readonly [name: string]: Parameter } = {}): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of Object.keys(parameters)) if (input[name] !== undefined) picked[name] = input[name];
  return picked;
}

function serializeBody(operation: Operation, body: unknown): string | undefined {
  if (operation.body === undefined || body === undefined) return undefined;
  if (operation.body.mediaType !== "application/x-www-form-urlencoded") return JSON.stringify(body);
  // WHATWG URL §5.2. A member without a value is left out: it would arrive as the word "undefined".
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body as object)) if (value !== undefined && value !== null) form.append(name, String(value));
  return form.toString();
}
