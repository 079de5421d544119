import { type BodyRead, type EmulatorResponse, type EmulatorRequest, TOO_LARGE } from "./http.ts";
import { lengthOf, utf8 } from "../bytes/bytes.ts";

type Handle = (request: EmulatorRequest) => EmulatorResponse | Promise<EmulatorResponse>;

/** Statuses without a body: the platform's `Response` throws if it gets one. */
const WITHOUT_BODY = new Set([204, 205, 304]);

/**
 * Returns a `fetch` function that calls an emulator.
 *
 * For speed, it creates no `Request` and no `Headers` from an address and plain options.
 */
export function fetchFrom(handle: Handle): (input: string | URL | Request, init?: RequestInit) => Promise<Response> {
  return async (input, init) => {
    const signal = init?.signal ?? (input instanceof Object && "signal" in input ? input.signal : undefined) ?? undefined;
    signal?.throwIfAborted();
    const request = lightRequest(input, init, signal) ?? platformRequest(new Request(input, init));
    const given = handle(request);
    const response = given instanceof Promise ? await given : given;
    signal?.throwIfAborted();
    return toResponse(response, request.method);
  };
}

/** Reads a call; `undefined` for a `Request`, or a body other than text, bytes or a form. */
function lightRequest(input: string | URL | Request, init: RequestInit | undefined, signal: AbortSignal | undefined): EmulatorRequest | undefined {
  if (typeof input !== "string" && !(input instanceof URL)) return undefined;
  const body = init?.body ?? undefined;
  if (body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array || body instanceof URLSearchParams)) return undefined;
  const url = typeof input === "string" ? new URL(input) : input;
  const method = normalMethod(init?.method ?? "GET");
  if (body !== undefined && (method === "GET" || method === "HEAD")) throw new TypeError("Request with GET/HEAD method cannot have body.");
  const headers = headerReader(init?.headers);
  const defaultType =
    typeof body === "string" ? "text/plain;charset=UTF-8" : body instanceof URLSearchParams ? "application/x-www-form-urlencoded;charset=UTF-8" : undefined;
  return {
    ...placeOf(url),
    method,
    header: (name) => headers(name) ?? (name === "content-type" ? defaultType : undefined),
    readBody: (limitBytes) => bounded(body instanceof URLSearchParams ? body.toString() : body, limitBytes),
    signal: () => signal,
  };
}

function platformRequest(request: Request): EmulatorRequest {
  return {
    ...placeOf(new URL(request.url)),
    method: request.method,
    header: (name) => request.headers.get(name) ?? undefined,
    readBody: (limitBytes) => readStream(request.body, limitBytes),
    signal: () => request.signal,
  };
}

function placeOf(url: URL): Pick<EmulatorRequest, "origin" | "path" | "query" | "ip"> {
  return { origin: url.origin, path: url.pathname, query: url.search.slice(1), ip: "127.0.0.1" };
}

/** The Fetch standard converts these six methods to upper case, and no other. */
function normalMethod(method: string): string {
  return /^(delete|get|head|options|post|put)$/i.test(method) ? method.toUpperCase() : method;
}

function headerReader(headers: RequestInit["headers"]): (name: string) => string | undefined {
  if (headers === undefined) return () => undefined;
  if (headers instanceof Headers) return (name) => headers.get(name) ?? undefined;
  const entries = Symbol.iterator in headers ? [...(headers as Iterable<readonly [string, string]>)] : Object.entries(headers);
  const values = new Map<string, string>();
  for (const [name, value] of entries) {
    const key = String(name).toLowerCase();
    const before = values.get(key);
    values.set(key, before === undefined ? String(value).trim() : `${before}, ${String(value).trim()}`);
  }
  return (name) => values.get(name);
}

function bounded(body: string | Uint8Array | undefined, limitBytes: number): BodyRead {
  if (body === undefined) return undefined;
  // A character has at most three bytes, so only text near the limit must be measured.
  const fits = body.length * 3 <= limitBytes || lengthOf(body) <= limitBytes;
  return fits ? body : TOO_LARGE;
}

async function readStream(stream: ReadableStream<Uint8Array<ArrayBuffer>> | null, limitBytes: number): Promise<BodyRead> {
  if (stream === null) return undefined;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const reader = stream.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    size += read.value.length;
    if (size > limitBytes) {
      await reader.cancel();
      return TOO_LARGE;
    }
    chunks.push(read.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

function toResponse({ status, headers, body, connection }: EmulatorResponse, method: string): Response {
  // The errors of the platform's fetch for a connection that closes without a response.
  if (connection === "drop") throw new TypeError("fetch failed", { cause: socketError("other side closed", "UND_ERR_SOCKET") });
  if (connection === "reset") throw new TypeError("fetch failed", { cause: socketError("read ECONNRESET", "ECONNRESET") });
  const init = { status, headers };
  if (body === undefined || method === "HEAD" || WITHOUT_BODY.has(status)) return new Response(null, init);
  return new Response(connection === "truncate" ? cutStream(body) : (body as string | Uint8Array<ArrayBuffer>), init);
}

function socketError(message: string, code: string): Error {
  return Object.assign(new Error(message), { code });
}

/** Returns half of a body, then the platform's error for a connection that closes inside a body. */
function cutStream(body: string | Uint8Array): ReadableStream<Uint8Array> {
  const bytes = typeof body === "string" ? utf8(body) : body;
  let sent = false;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) return controller.error(new TypeError("terminated", { cause: socketError("other side closed", "UND_ERR_SOCKET") }));
      sent = true;
      controller.enqueue(Uint8Array.from(bytes.subarray(0, Math.ceil(bytes.length / 2))));
    },
  });
}
