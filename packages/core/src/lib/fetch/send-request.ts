import { openPipeline } from "../call/client.ts";
import { pinAddress } from "../call/request/address.ts";
import { rejectInput } from "../call/request/check-input.ts";
import { decodeStrictly } from "../call/response/read-response.ts";
import { type ReadResponse, readExchange } from "./read-exchange.ts";
import { InvalidResponseError } from "../errors.ts";
import type { Operation } from "../contract.ts";
import type { HttpResponse } from "../http.ts";
import type { CallOptions, ClientOptions, Middleware } from "../options.ts";
import type { BasicCredentials, Contract, Input } from "../pipeline.ts";

/** Sends requests that another client wrote, each as a call of its operation. */
export interface Sender {
  readonly baseUrl: string;
  /**
   * Sends a request and returns its response, whatever its status.
   *
   * @param input The input that it was written from, for the secrets in it.
   * @param mediaType Replaces the media type that openapi-fetch takes for all bodies.
   */
  send(operation: Operation, request: Request, input: Input, own: CallOptions, mediaType: string | undefined): Promise<Response>;
}

/** Opens the pipeline of a client, and returns its sender for each operation. */
export function bindSenders(contract: Contract, options: ClientOptions): { readonly [id: string]: Sender } & { readonly raw: object } {
  const [baseUrl, run] = openPipeline({ ...contract, basicCredentials, readAnswer: readExchange }, withStatuses(options));
  const sender: Sender = {
    baseUrl,
    async send(operation, request, input, own, mediaType) {
      const { id, response, security } = operation;
      const { url, method, signal } = request;
      pinAddress({ ...operation, id, address: "the request" }, url, baseUrl);
      const { accept = operation.accept, "content-type": written, ...headers } = Object.fromEntries(request.headers);
      const { authorization, ...others } = headers;
      const isBasic = security.scheme === "basic";
      const contentType = written === "application/json" ? (mediaType ?? written) : written;
      const body = await bodyOf(request, contentType);
      const call = { ...own, signal, headers: isBasic ? others : headers };
      const answer = await run(operation, isBasic ? { ...input, authorization } : input, call, (_operation, _input, _baseUrl, given) => ({
        url,
        method,
        headers: {
          accept,
          ...given,
          ...(body !== undefined && contentType !== undefined && { "content-type": contentType }),
          // Compression is off, because a compressed file that ends early looks complete.
          ...(response.type === "bytes" && { "accept-encoding": "identity" }),
        },
        body,
      }));
      return responseOf(answer, id, url);
    },
  };
  return { ...Object.fromEntries(Object.values<Operation>(contract.operations).map(({ id }) => [id, sender])), raw: {} } as never;
}

/** A user name and its password are in the request's own header. */
const basicCredentials: BasicCredentials = {
  check() {},
  sign({ id }, { authorization }) {
    const expected = "is needed: Basic, and user name and password in Base64 (RFC 7617)";
    return typeof authorization === "string" ? authorization : rejectInput(id, "headers.authorization", expected, authorization);
  },
};

/** Outside of retries and observation: a client throws for a status that is no success. */
const passStatus: Middleware = async (request, next) => ({ ...(await next(request)), ok: true });

function withStatuses(options: ClientOptions): ClientOptions {
  if (Object(options) !== options) return options;
  const { middleware = [] } = options;
  const value = Array.isArray(middleware) ? [passStatus, ...middleware] : middleware;
  return Object.create(options, { middleware: { value, enumerable: true } }) as ClientOptions;
}

/** Reads a body, so that every attempt can send it. Text is a string, for middleware. */
async function bodyOf(request: Request, mediaType = ""): Promise<string | Uint8Array | undefined> {
  const bytes = new Uint8Array(await request.arrayBuffer());
  if (bytes.length === 0) return undefined;
  return (/[/+]json\b|urlencoded|^text\//.test(mediaType) && decodeStrictly(bytes)) || bytes;
}

/** Returns the platform's response, whose `json` returns the value that the pipeline read. */
function responseOf({ status, headers: given, body: value, ...more }: HttpResponse, operationId: string, url: string): Response {
  // A browser hides a redirect that is not followed.
  if (status === 0) return Response.error();
  if (status < 200 || status > 599) {
    const problem = `${operationId}: the response has the status ${status}; expected one from 200 to 599`;
    throw new InvalidResponseError("malformed-response", problem, { operationId, status });
  }
  const { source } = more as Partial<ReadResponse>;
  const changed = typeof value === "string" ? value : JSON.stringify(value);
  const body = source?.value === value ? source?.body : new TextEncoder().encode(changed);
  const isWhole = body instanceof Uint8Array || body === null;
  const headers = new Headers();
  given.forEach((text, name) => headers.append(name, text));
  // openapi-fetch parses a body without a length itself.
  if (isWhole && status < 300) headers.set("content-length", String(body?.length ?? 0));
  const response = new Response([204, 205, 304].includes(status) ? null : (body as BodyInit | null), { status, headers });
  Object.defineProperty(response, "url", { value: url });
  return isWhole ? Object.defineProperty(response, "json", { value: async () => value }) : response;
}
