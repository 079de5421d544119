import { type Contract, createClient, maskSecrets, type Operation, writeUrl } from "../src/client.ts";
import { writeStyledForm } from "../src/openapi.ts";
import * as parts from "../src/parts.ts";
import type { CallOptions, ClientOptions, HttpResponse, Paginator } from "../src/index.ts";

export const baseUrl = "https://service.example.com";

/** A read that may be repeated, of one thing by its id. */
export const getThing = {
  id: "getThing",
  method: "GET",
  path: "/v1/things/{thingId}",
  retry: "safe",
  security: { scheme: "bearer", scopes: ["Things.Read"] },
  pathParameters: { thingId: { type: "string", required: true } },
  queryParameters: {
    filter: { type: "string" },
    limit: { type: "integer", minimum: 1, maximum: 1000 },
    names: { type: "array", items: { type: "string" } },
    deep: { type: "boolean" },
  },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

/** A write that must not happen twice. */
export const createThing = {
  id: "createThing",
  method: "POST",
  path: "/v1/things",
  retry: "never",
  security: { scheme: "bearer", scopes: ["Things.Write"] },
  body: { mediaType: "application/json", required: true },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json, application/problem+json",
} as const satisfies Operation;

/** A write whose success has no body. */
export const deleteThing = {
  id: "deleteThing",
  method: "DELETE",
  path: "/v1/things/{thingId}",
  retry: "never",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: { thingId: { type: "string", required: true } },
  response: { status: 204, type: "none" },
  accept: "application/json",
} as const satisfies Operation;

/** A read of bytes. */
export const getContent = {
  id: "getContent",
  method: "GET",
  path: "/v1/things/{thingId}/content",
  retry: "safe",
  security: { scheme: "bearer", scopes: [] },
  pathParameters: { thingId: { type: "string", required: true } },
  response: { status: 200, type: "bytes", mediaType: "application/octet-stream" },
  accept: "application/octet-stream, application/json",
} as const satisfies Operation;

/** A list with a position in its next link. */
export const listThings = {
  ...getThing,
  id: "listThings",
  path: "/v1/things",
  pathParameters: {},
  queryParameters: { after: { type: "string" } },
  pagination: { style: "next-link", items: "results", next: "next", cursor: "after" },
} as const satisfies Operation;

/** A list with a cursor in its body. */
export const listByCursor = {
  ...createThing,
  id: "listThings",
  retry: "safe",
  pagination: { style: "cursor-body", items: "items", cursor: "cursor", more: "has_more" },
} as const satisfies Operation;

/** A read of text that anybody may make, and that has no input. */
export const getText = {
  id: "getText",
  method: "GET",
  path: "/text",
  retry: "safe",
  security: { scheme: "none", scopes: [] },
  response: { status: 200, type: "text", mediaType: "text/plain" },
  accept: "text/plain",
} as const satisfies Operation;

/** A form that is sent with a client's id and secret. */
export const issueThing = {
  id: "issueThing",
  method: "POST",
  path: "/connect/thing",
  retry: "never",
  security: { scheme: "basic", scopes: [], inputs: ["clientId", "clientSecret"] },
  body: { mediaType: "application/x-www-form-urlencoded", required: true, as: "form" },
  response: { status: 200, type: "json", mediaType: "application/json" },
  accept: "application/json",
} as const satisfies Operation;

/** The readers of pages by style: `cursorBodyPages` is that of `cursor-body`. */
const pages = Object.entries(parts).flatMap(([name, reader]) =>
  name.endsWith("Pages") ? [[name.slice(0, -"Pages".length).replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), reader]] : [],
);

/** The functions that some operations need. */
export const contractParts = {
  basicCredentials: parts.basicCredentials,
  readBytes: parts.readBytes,
  bodies: { form: parts.writeForm, "styled-form": writeStyledForm },
  writeUrl,
  maskSecrets,
  readInt64: parts.readInt64,
  pinAddress: parts.pinAddress,
  errorTexts: {
    message: [["message"], ["Error", "Message"]],
    traceId: [["traceId"], ["extensions", "traceId"]],
  },
  pages: Object.fromEntries(pages) as Required<NonNullable<Contract["pages"]>>,
} satisfies Omit<Contract, "operations">;

type Options = Omit<ClientOptions, "baseUrl"> & { readonly baseUrl?: string };
type Call<Result> = (input?: unknown, callOptions?: CallOptions) => Result;

function bind<Method>(
  operation: Operation,
  options: Options,
): { readonly [id: string]: Method } & { readonly raw: { readonly [id: string]: Call<Promise<HttpResponse<unknown>>> } } {
  return createClient({ operations: { [operation.id]: operation }, ...contractParts }, { baseUrl, token: "token-1", ...options }) as never;
}

/** The method of a client that has one operation. */
export function callOf(operation: Operation, options: Options): Call<Promise<unknown>> {
  return bind<Call<Promise<unknown>>>(operation, options)[operation.id] as Call<Promise<unknown>>;
}

/** The same with status and headers. */
export function rawOf(operation: Operation, options: Options): Call<Promise<HttpResponse<unknown>>> {
  return bind(operation, options).raw[operation.id] as Call<Promise<HttpResponse<unknown>>>;
}

/** The method of a client that has one operation, which pages. */
export function listOf<Item = unknown, Position = unknown>(operation: Operation, options: Options): Call<Paginator<Item, Position>> {
  return bind<Call<Paginator<Item, Position>>>(operation, options)[operation.id] as Call<Paginator<Item, Position>>;
}

/** What something is rejected with. */
export function caught(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    (value) => {
      throw new Error(`it was not rejected but gave ${JSON.stringify(value)}`);
    },
    (error: unknown) => error,
  );
}

/** A body that gives its pieces one after the other, and then ends: by closing, by never ending (`stall`) or with an error. */
export function bodyOf(pieces: readonly (Uint8Array | string)[], end: "close" | "stall" | Error = "close"): ReadableStream<Uint8Array> {
  const left = [...pieces];
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const piece = left.shift();
        if (piece !== undefined) controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
        else if (end === "close") controller.close();
        else if (end === "stall") await new Promise(() => {});
        else controller.error(end);
      },
    },
    { highWaterMark: 0 },
  );
}

/** A signal whose listeners are counted. */
export interface CountedSignal {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  /** How many listeners it has now. */
  readonly listeners: () => number;
  /** The most that it ever had at once. */
  readonly most: () => number;
}

/** Makes a signal whose listeners are counted. */
export function countedSignal(): CountedSignal {
  const controller = new AbortController();
  const { signal } = controller;
  const handlers = new Set<unknown>();
  let most = 0;
  // What has fired once is taken off by the platform.
  signal.addEventListener("abort", () => handlers.clear());
  const add = signal.addEventListener.bind(signal) as (...given: readonly unknown[]) => void;
  const remove = signal.removeEventListener.bind(signal) as (...given: readonly unknown[]) => void;
  Object.assign(signal, {
    addEventListener: (type: string, handler: unknown, ...rest: readonly unknown[]) => {
      handlers.add(handler);
      most = Math.max(most, handlers.size);
      add(type, handler, ...rest);
    },
    removeEventListener: (type: string, handler: unknown, ...rest: readonly unknown[]) => {
      handlers.delete(handler);
      remove(type, handler, ...rest);
    },
  });
  return { signal, abort: (reason) => controller.abort(reason), listeners: () => handlers.size, most: () => most };
}
