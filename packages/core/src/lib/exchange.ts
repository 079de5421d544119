import type { BinaryContent } from "./binary-content.ts";
import type { Call, ClientOptions, IncomingResponse, OutgoingRequest } from "./client-options.ts";
import { ConnectionError, InvalidResponseError } from "./errors.ts";
import type { Operation } from "./operation.ts";

/** The last stage: one request over the wire, its answer read whole and decoded. */
export function createExchange(options: ClientOptions): (request: OutgoingRequest, call: Call) => Promise<IncomingResponse> {
  return async (request, call) => {
    const { operation, signal } = call;
    try {
      signal?.throwIfAborted();
      const fetch = options.fetch ?? globalThis.fetch;
      // RFC 9110 §15.4: a redirect is an answer like any other here, because following it could carry credentials elsewhere.
      const init: RequestInit = { method: request.method, headers: request.headers, redirect: "manual" };
      if (request.body !== undefined) init.body = request.body;
      if (signal !== undefined) init.signal = signal;
      const response = await fetch(request.url, init);
      return { status: response.status, ok: response.ok, headers: response.headers, body: await readBody(operation, response) };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (error instanceof InvalidResponseError) throw error;
      throw new ConnectionError(`${operation.id} got no answer from ${new URL(request.url).origin}: ${reasonOf(error)}`, { operationId: operation.id, cause: error });
    }
  };
}

async function readBody(operation: Operation, response: Response): Promise<unknown> {
  if (response.ok && operation.response.type === "none") {
    await response.body?.cancel();
    return undefined;
  }
  if (response.ok && operation.response.type === "bytes") return binaryContent(response);
  const text = decode(operation, response, new Uint8Array(await response.arrayBuffer()));
  if (!response.ok) return readErrorBody(text);
  if (operation.response.type === "text") return text;
  return parseJson(operation, response, text);
}

function decode(operation: Operation, response: Response, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: response.ok }).decode(bytes);
  } catch {
    throw new InvalidResponseError("malformed-response", `${operation.id} was answered with a body that is not UTF-8`, { operationId: operation.id, status: response.status });
  }
}

function parseJson(operation: Operation, response: Response, text: string): unknown {
  const details = { operationId: operation.id, status: response.status };
  const mediaType = response.headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (text === "") throw new InvalidResponseError("unexpected-content", `${operation.id} was answered with status ${response.status} and no body; expected ${operation.response.mediaType}`, details);
  if (mediaType !== "" && !/[/+]json$/.test(mediaType)) {
    throw new InvalidResponseError("unexpected-content", `${operation.id} was answered with ${mediaType}; expected ${operation.response.mediaType}: check that baseUrl is the service's address`, details);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidResponseError("malformed-response", `${operation.id} was answered with a body that is not whole JSON (${text.length} characters)`, details);
  }
}

function readErrorBody(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function binaryContent(response: Response): BinaryContent {
  const length = response.headers.get("content-length");
  return {
    mediaType: response.headers.get("content-type") ?? undefined,
    sizeBytes: length === null || response.headers.has("content-encoding") ? undefined : Number(length),
    bytes: async () => new Uint8Array(await response.arrayBuffer()),
    stream: () => response.body ?? new ReadableStream({ start: (controller) => controller.close() }),
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return "the transport failed";
  return (cause as { code?: string }).code ?? cause.message;
}
