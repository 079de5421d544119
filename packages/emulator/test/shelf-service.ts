import { createContract } from "../src/lib/core/contract/create-contract.ts";
import { createCollection } from "../src/lib/core/values/collection.ts";
import type { EmulatorOptions } from "../src/lib/core/service/emulator-options.ts";
import { createEmulator, type Emulator } from "../src/lib/core/create-emulator.ts";
import { describeIssue } from "../src/lib/core/values/issues.ts";
import type { Actor, Exchange, Handlers, ErrorResponses, Service } from "../src/lib/core/service/service.ts";
import { findBearerToken } from "../src/lib/core/service/tokens.ts";

/** A contract with what the three of ours do not all have: lists in queries, forms, text, bytes. */
export const SHELF_DOCUMENT = {
  openapi: "3.1.0",
  paths: {
    "/shelves/{shelfId}/books": {
      get: {
        operationId: "listBooks",
        security: [{ bearer: ["read"] }],
        parameters: [
          { name: "shelfId", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 10 } },
          { name: "weight", in: "query", schema: { type: "number" } },
          { name: "open", in: "query", schema: { type: "boolean" } },
          { name: "tags", in: "query", style: "form", explode: false, schema: { type: "array", items: { type: "string", minLength: 1 } } },
          { name: "X-Trace", in: "header", schema: { type: "string", maxLength: 5 } },
        ],
        responses: {
          "200": { content: { "application/json": { schema: { type: "object" } } } },
          "400": { $ref: "#/components/responses/Problem" },
          "401": { $ref: "#/components/responses/Challenge" },
          "403": { $ref: "#/components/responses/Problem" },
        },
      },
      post: {
        operationId: "createBook",
        security: [{ bearer: ["read", "write"] }],
        parameters: [{ name: "shelfId", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } }],
        requestBody: { required: true, content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } } },
        responses: {
          "200": { content: { "application/json": { schema: { $ref: "#/components/schemas/Book" } } } },
          "400": { $ref: "#/components/responses/Problem" },
          "401": { $ref: "#/components/responses/Challenge" },
          "403": { $ref: "#/components/responses/Problem" },
          "413": { $ref: "#/components/responses/Problem" },
          "415": { $ref: "#/components/responses/Problem" },
        },
      },
    },
    "/form": {
      post: {
        operationId: "sendForm",
        security: [],
        requestBody: {
          required: true,
          content: { "application/x-www-form-urlencoded": { schema: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } } } },
        },
        responses: {
          "200": { content: { "application/json": { schema: {} } } },
          "400": { $ref: "#/components/responses/Problem" },
          "413": { $ref: "#/components/responses/Problem" },
          "415": { $ref: "#/components/responses/Problem" },
        },
      },
    },
    "/sign": {
      get: { operationId: "getSign", security: [], responses: { "200": { content: { "text/plain": { schema: { type: "string", pattern: "^open$" } } } } } },
    },
    "/cover": {
      get: {
        operationId: "getCover",
        security: [],
        responses: { "200": { content: { "application/octet-stream": { schema: { type: "string", format: "binary" } } } } },
      },
    },
  },
  components: {
    schemas: {
      Book: {
        type: "object",
        required: ["title"],
        additionalProperties: false,
        properties: { title: { type: "string", maxLength: 40 }, pages: { type: "integer" }, note: {} },
      },
      Problem: { type: "object", required: ["problem"], properties: { problem: { type: "string" } } },
    },
    responses: {
      Problem: { content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } } },
      Challenge: {
        headers: { "WWW-Authenticate": { required: true, schema: { type: "string" } } },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
      },
    },
  },
};

type Json<T> = { content: { "application/json": T } };
interface Book {
  title: string;
  pages?: number;
  note?: unknown;
}

/** The types that a generator would make of the document. */
export interface ShelfOperations {
  listBooks: {
    parameters: { query?: { limit?: number; weight?: number; open?: boolean; tags?: string[] }; path: { shelfId: string } };
    responses: { 200: Json<{ [name: string]: unknown }>; 400: Json<{ problem: string }> };
  };
  createBook: { parameters: { path: { shelfId: string } }; requestBody: Json<Book>; responses: { 200: Json<Book>; 400: Json<{ problem: string }> } };
  sendForm: {
    parameters: { path?: never };
    requestBody: { content: { "application/x-www-form-urlencoded": { kind: string } } };
    responses: { 200: Json<unknown> };
  };
  getSign: { parameters: { path?: never }; requestBody?: never; responses: { 200: { content: { "text/plain": string } } } };
  getCover: { parameters: { path?: never }; requestBody?: never; responses: { 200: { content: { "application/octet-stream": string } } } };
}

interface ShelfStore {
  readonly books: Book[];
  snapshot(): readonly Book[];
  restore(seed: readonly Book[]): void;
}

export const shelfHandlers: Handlers<ShelfOperations, ShelfStore> = {
  listBooks: ({ path, query }, { store }) => ({ status: 200, body: { shelf: path.shelfId, query, count: store.books.length } }),
  createBook({ body }, { store }) {
    store.books.push(body);
    return { status: 200, body };
  },
  sendForm: ({ body }) => ({ status: 200, body: { form: body } }),
  getSign: () => ({ status: 200, body: "open" }),
  getCover: () => ({ status: 200, body: new Uint8Array([137, 80, 255, 0]) }),
};

const say = (status: number, problem: string) => ({ status, body: { problem } });

const errorResponses: ErrorResponses = {
  notFound: ({ path }) => say(404, `no ${path}`),
  methodNotAllowed: (allow) => ({ ...say(405, "method"), headers: { allow: allow.join(", ") } }),
  unauthenticated: (reason) => ({ ...say(401, reason), headers: { "WWW-Authenticate": "Bearer" } }),
  forbidden: (missing) => say(403, missing.join(" ")),
  invalid: (issues) => say(400, issues.map(describeIssue).join("; ")),
  tooLarge: (limitBytes) => say(413, `at most ${limitBytes}`),
  unsupportedMediaType: (expected) => say(415, expected.join(" ")),
  failed: (issues) => say(500, issues.join("; ")),
};

const TOKENS = createCollection(
  [
    { value: "reader", scopes: ["read"], issuedAt: "2026-01-01T00:00:00Z" },
    { value: "writer", scopes: ["read", "write"], issuedAt: "2026-01-01T00:00:00Z" },
    { value: "old", scopes: ["read"], issuedAt: "2026-01-01T00:00:00Z", expiresAt: "2026-01-01T01:00:00Z" },
  ],
  ({ value }) => value,
);

/** What a test may change about the shelf service. */
export type ShelfChanges = Partial<Pick<Service<ShelfOperations, ShelfStore, readonly Book[]>, "handlers" | "extraRoutes" | "trailingSlash">>;

/** The shelf service, alive, with what it recorded. */
export function shelf(options: EmulatorOptions = {}, changes: ShelfChanges = {}): Emulator<ShelfStore, readonly Book[]> & { readonly recorded: Exchange[] } {
  const recorded: Exchange[] = [];
  const service: Service<ShelfOperations, ShelfStore, readonly Book[]> = {
    name: "shelf",
    contract: createContract(SHELF_DOCUMENT),
    handlers: shelfHandlers,
    errorResponses,
    anonymous: { id: "anonymous", scopes: [] },
    authenticate(header, { now }): Actor | "missing" | "invalid" | "expired" {
      const token = findBearerToken(header("authorization"), TOKENS, now);
      return typeof token === "string" ? token : { id: token.value, scopes: token.scopes };
    },
    createStore(seed) {
      const books = [...seed];
      return { books, snapshot: () => [...books], restore: (other) => void books.splice(0, books.length, ...other) };
    },
    record: (exchange) => void recorded.push(exchange),
    ...changes,
  };
  return Object.assign(
    createEmulator(service, () => ({ state: [] }), options),
    { recorded },
  );
}

/** A request to the shelf service. */
export async function ask(
  emulator: { fetch(url: string, init?: RequestInit): Promise<Response> },
  path: string,
  init: RequestInit = {},
): Promise<{ status: number; headers: Headers; body: unknown }> {
  const response = await emulator.fetch(`https://shelf.example.com${path}`, {
    headers: { authorization: "Bearer writer", "content-type": "application/json" },
    ...init,
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, headers: response.headers, body: isJson && text !== "" ? JSON.parse(text) : text };
}
