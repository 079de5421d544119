import { type Contract, documentContract, type Json } from "@keywright/generate/contract";

/** A difference between two states of a small contract, and what is said of it forth and back. */
export interface Kind {
  readonly kind: string;
  /** What the one operation has in each state; `errors` stands for the `x-error` of the contract. */
  readonly before: Json;
  readonly after: Json;
  /** Level and rule of each change, sorted. */
  readonly forth: readonly string[];
  readonly back: readonly string[];
}

/** A contract with one operation. */
export function smallContract({ errors, ...operation }: Json): Contract {
  const definition = { operationId: "send", responses: { 200: { description: "Sent." } }, "x-retry": "never", ...operation };
  return documentContract("small", {
    openapi: "3.1.0",
    ...(errors === undefined ? {} : { "x-error": errors }),
    paths: { "/send": { post: structuredClone(definition) } },
    components: { securitySchemes: { login: { type: "http", scheme: "basic" }, key: { type: "apiKey", in: "header", name: "X-Key" } } },
  });
}

/** A difference between two schemas, in a request and in a response. */
function schemas(kind: string, before: unknown, after: unknown, forth: readonly string[], back: readonly string[]): Kind {
  return { kind, before: both(before), after: both(after), forth, back };
}

function both(schema: unknown): Json {
  const body = { content: { "application/json": { schema } } };
  return { requestBody: body, responses: { 200: body } };
}

const TEXT = { type: "string" };

/** What no seeded change of our contracts shows, one difference each. */
export const KINDS: readonly Kind[] = [
  schemas(
    "a default",
    TEXT,
    { type: "string", default: "a" },
    ["minor request/default-added", "patch response/default-added"],
    ["minor request/default-removed", "patch response/default-removed"],
  ),
  schemas(
    "another default",
    { type: "string", default: "a" },
    { type: "string", default: "b" },
    ["major request/default-changed", "patch response/default-changed"],
    ["major request/default-changed", "patch response/default-changed"],
  ),
  schemas(
    "a value that only the service sets",
    { type: "object", properties: { a: TEXT } },
    { type: "object", properties: { a: { type: "string", readOnly: true } } },
    ["major request/read-only-added", "patch response/read-only-added"],
    ["minor request/read-only-removed", "patch response/read-only-removed"],
  ),
  schemas(
    "a value that is only sent",
    { type: "object", properties: { a: TEXT } },
    { type: "object", properties: { a: { type: "string", writeOnly: true } } },
    ["major response/write-only-added", "patch request/write-only-added"],
    ["minor response/write-only-removed", "patch request/write-only-removed"],
  ),
  schemas(
    "a secret",
    TEXT,
    { type: "string", "x-secret": true },
    ["minor request/secret-added", "minor response/secret-added"],
    ["major request/secret-removed", "major response/secret-removed"],
  ),
  schemas(
    "a property that is refused",
    { type: "object", properties: { a: TEXT } },
    { type: "object", properties: { a: false } },
    ["major request/refused", "patch response/refused"],
    ["major response/allowed", "minor request/allowed"],
  ),
  schemas(
    "a property that was not there and is refused",
    { type: "object", properties: {} },
    { type: "object", properties: { a: false } },
    ["major request/refused", "patch response/refused"],
    ["minor request/allowed", "patch response/unmentioned"],
  ),
  schemas(
    "no further properties",
    { type: "object", properties: {} },
    { type: "object", properties: {}, additionalProperties: false },
    ["major request/closed", "minor response/closed"],
    ["minor request/opened", "minor response/opened"],
  ),
  schemas(
    "a schema of further properties",
    { type: "object", properties: {}, additionalProperties: TEXT },
    { type: "object", properties: {}, additionalProperties: { type: "integer" } },
    ["major request/type-changed", "major response/type-changed"],
    ["major request/type-changed", "major response/type-changed"],
  ),
  schemas(
    "a required property without a schema",
    { type: "object", properties: {} },
    { type: "object", properties: {}, required: ["a"] },
    ["major request/required-added", "minor response/required-added"],
    ["major response/required-removed", "minor request/required-removed"],
  ),
  schemas(
    "a form of a union",
    { oneOf: [{ type: "object", properties: { kind: { const: "a" } } }], title: "U" },
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } } },
        { type: "object", properties: { kind: { const: "b" } } },
      ],
      title: "U",
    },
    ["major response/alternative-added", "minor request/alternative-added", "patch documentation", "patch documentation"],
    ["major request/alternative-removed", "minor response/alternative-removed", "patch documentation", "patch documentation"],
  ),
  schemas(
    "another property that tells forms apart",
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } } },
        { type: "object", properties: { kind: { const: "b" } } },
      ],
      discriminator: { propertyName: "kind" },
    },
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } } },
        { type: "object", properties: { kind: { const: "b" } } },
      ],
      discriminator: { propertyName: "sort" },
    },
    ["major request/discriminator", "major response/discriminator"],
    ["major request/discriminator", "major response/discriminator"],
  ),
  schemas(
    "another mapping of forms",
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } } },
        { type: "object", properties: { kind: { const: "b" } } },
      ],
      discriminator: { propertyName: "kind" },
    },
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } } },
        { type: "object", properties: { kind: { const: "b" } } },
      ],
      discriminator: { propertyName: "kind", mapping: { a: "#/x" } },
    },
    ["patch documentation", "patch documentation"],
    ["patch documentation", "patch documentation"],
  ),
  schemas(
    "properties that exclude each other",
    { type: "object", properties: { a: TEXT, b: TEXT } },
    { type: "object", properties: { a: TEXT, b: TEXT }, "x-exclusive": [["a", "b"]] },
    ["major request/exclusive-added", "minor response/exclusive-added"],
    ["major response/exclusive-removed", "minor request/exclusive-removed"],
  ),
  schemas(
    "a closed list with another value",
    { enum: ["a"] },
    { enum: ["a", "b"] },
    ["major response/enum-widened", "minor request/enum-widened"],
    ["major request/enum-narrowed", "minor response/enum-narrowed"],
  ),
  schemas(
    "a closed list with a value exchanged",
    { enum: ["a", "c"] },
    { enum: ["a", "b"] },
    ["major request/enum-changed", "major response/enum-changed"],
    ["major request/enum-changed", "major response/enum-changed"],
  ),
  schemas(
    "a list of values",
    TEXT,
    { type: "string", enum: ["a"] },
    ["major request/enum-closed", "minor response/enum-closed"],
    ["major response/enum-opened", "minor request/enum-opened"],
  ),
  schemas(
    "an open list with another value",
    { anyOf: [{ enum: ["a"] }, TEXT] },
    { anyOf: [{ enum: ["a", "b"] }, TEXT] },
    ["minor request/known-values", "minor response/known-values"],
    ["minor request/known-values", "minor response/known-values"],
  ),
  schemas(
    "null",
    TEXT,
    { type: ["string", "null"] },
    ["major response/null-widened", "minor request/null-widened"],
    ["major request/null-narrowed", "minor response/null-narrowed"],
  ),
  schemas(
    "more types",
    TEXT,
    { type: ["string", "integer"] },
    ["major response/type-widened", "minor request/type-widened"],
    ["major request/type-narrowed", "minor response/type-narrowed"],
  ),
  schemas(
    "another type",
    TEXT,
    { type: "boolean" },
    ["major request/type-changed", "major response/type-changed"],
    ["major request/type-changed", "major response/type-changed"],
  ),
  schemas(
    "a format",
    TEXT,
    { type: "string", format: "date" },
    ["major request/format-narrowed", "patch response/format-narrowed"],
    ["major response/format-widened", "minor request/format-widened"],
  ),
  schemas(
    "another format",
    { type: "string", format: "date" },
    { type: "string", format: "time" },
    ["major request/format-changed", "major response/format-changed"],
    ["major request/format-changed", "major response/format-changed"],
  ),
  schemas(
    "a media type of a text",
    TEXT,
    { type: "string", contentMediaType: "text/html" },
    ["major request/contentMediaType-narrowed", "patch response/contentMediaType-narrowed"],
    ["major response/contentMediaType-widened", "minor request/contentMediaType-widened"],
  ),
  schemas(
    "another media type of a text",
    { type: "string", contentMediaType: "text/css" },
    { type: "string", contentMediaType: "text/html" },
    ["major request/contentMediaType-changed", "major response/contentMediaType-changed"],
    ["major request/contentMediaType-changed", "major response/contentMediaType-changed"],
  ),
  schemas(
    "an encoding",
    TEXT,
    { type: "string", contentEncoding: "base64" },
    ["major request/contentEncoding-narrowed", "patch response/contentEncoding-narrowed"],
    ["major response/contentEncoding-widened", "minor request/contentEncoding-widened"],
  ),
  schemas(
    "another encoding",
    { type: "string", contentEncoding: "base64url" },
    { type: "string", contentEncoding: "base64" },
    ["major request/contentEncoding-changed", "major response/contentEncoding-changed"],
    ["major request/contentEncoding-changed", "major response/contentEncoding-changed"],
  ),
  schemas(
    "a pattern",
    TEXT,
    { type: "string", pattern: "^a" },
    ["major request/pattern-narrowed", "patch response/pattern-narrowed"],
    ["minor request/pattern-widened", "minor response/pattern-widened"],
  ),
  schemas(
    "another pattern",
    { type: "string", pattern: "^b" },
    { type: "string", pattern: "^a" },
    ["major request/pattern-changed", "minor response/pattern-changed"],
    ["major request/pattern-changed", "minor response/pattern-changed"],
  ),
  schemas(
    "what is excluded",
    TEXT,
    { type: "string", not: { const: "a" } },
    ["major request/not-narrowed", "patch response/not-narrowed"],
    ["minor request/not-widened", "minor response/not-widened"],
  ),
  schemas(
    "something else that is excluded",
    { type: "string", not: { const: "b" } },
    { type: "string", not: { const: "a" } },
    ["major request/not-changed", "minor response/not-changed"],
    ["major request/not-changed", "minor response/not-changed"],
  ),
  schemas(
    "a lower limit",
    { type: "integer", minimum: 1 },
    { type: "integer", minimum: 2 },
    ["major request/minimum-narrowed", "patch response/minimum-narrowed"],
    ["minor request/minimum-widened", "minor response/minimum-widened"],
  ),
  schemas(
    "an upper limit",
    { type: "array", maxItems: 3 },
    { type: "array", maxItems: 2 },
    ["major request/maxItems-narrowed", "patch response/maxItems-narrowed"],
    ["minor request/maxItems-widened", "minor response/maxItems-widened"],
  ),
  schemas(
    "items of another type",
    { type: "array", items: TEXT },
    { type: "array", items: { type: "integer" } },
    ["major request/type-changed", "major response/type-changed"],
    ["major request/type-changed", "major response/type-changed"],
  ),
  schemas(
    "a keyword that nobody knows",
    TEXT,
    { type: "string", "x-new": 1 },
    ["major unknown/x-new", "major unknown/x-new"],
    ["major unknown/x-new", "major unknown/x-new"],
  ),
  schemas(
    "a deprecated schema",
    TEXT,
    { type: "string", deprecated: true },
    ["minor deprecated-added", "minor deprecated-added"],
    ["patch deprecated-removed", "patch deprecated-removed"],
  ),
  schemas(
    "other words",
    TEXT,
    { type: "string", description: "Text." },
    ["patch documentation", "patch documentation"],
    ["patch documentation", "patch documentation"],
  ),
  {
    kind: "a body",
    before: {},
    after: { requestBody: { content: { "application/json": { schema: TEXT } } } },
    forth: ["minor request/added"],
    back: ["major request/removed"],
  },
  {
    kind: "a required body",
    before: {},
    after: { requestBody: { content: { "application/json": { schema: TEXT } }, required: true } },
    forth: ["major request/required-and-added"],
    back: ["major request/removed"],
  },
  {
    kind: "a further media type",
    before: { requestBody: { content: { "application/json": { schema: TEXT } } }, responses: { "200": { content: { "application/json": { schema: TEXT } } } } },
    after: {
      requestBody: { content: { "application/json": { schema: TEXT }, "text/plain": { schema: TEXT } } },
      responses: { "200": { content: { "application/json": { schema: TEXT }, "text/plain": { schema: TEXT } } } },
    },
    forth: ["major response/media-type-added", "minor request/media-type-added"],
    back: ["major request/media-type", "major response/media-type"],
  },
  {
    kind: "content where there was none",
    before: { requestBody: {}, responses: { "200": {} } },
    after: { requestBody: { content: { "application/json": { schema: TEXT } } }, responses: { "200": { content: { "application/json": { schema: TEXT } } } } },
    forth: ["minor request/content-added", "minor response/content-added"],
    back: ["major request/media-type", "major response/media-type"],
  },
  {
    kind: "a further success",
    before: {},
    after: { responses: { "200": { description: "Sent." }, "202": { description: "Later." } } },
    forth: ["major response/success-added"],
    back: ["major response/success-removed"],
  },
  {
    kind: "a header that is always there",
    before: { responses: { "200": { headers: { Etag: { schema: TEXT } } } } },
    after: { responses: { "200": { headers: { Etag: { schema: TEXT, required: true } } } } },
    forth: ["minor header/required-added"],
    back: ["major header/required-removed"],
  },
  {
    kind: "a required header",
    before: { responses: { "200": {} } },
    after: { responses: { "200": { headers: { Etag: { schema: TEXT, required: true } } } } },
    forth: ["minor header/added"],
    back: ["major header/required-and-removed"],
  },
  {
    kind: "a header of another type",
    before: { responses: { "200": { headers: { Etag: { schema: TEXT } } } } },
    after: { responses: { "200": { headers: { Etag: { schema: { type: "integer" } } } } } },
    forth: ["major response/type-changed"],
    back: ["major response/type-changed"],
  },
  {
    kind: "a key that the client makes",
    before: { parameters: [{ name: "tag", in: "query", schema: TEXT }] },
    after: { parameters: [{ name: "tag", in: "query", schema: TEXT, "x-idempotency-key": true }] },
    forth: ["minor parameter/key-added"],
    back: ["major parameter/key-removed"],
  },
  {
    kind: "another style",
    before: { parameters: [{ name: "tag", in: "query", schema: TEXT, style: "form" }] },
    after: { parameters: [{ name: "tag", in: "query", schema: TEXT, style: "pipeDelimited" }] },
    forth: ["major parameter/style"],
    back: ["major parameter/style"],
  },
  {
    kind: "reserved characters",
    before: { parameters: [{ name: "tag", in: "query", schema: TEXT }] },
    after: { parameters: [{ name: "tag", in: "query", schema: TEXT, allowReserved: true }] },
    forth: ["major parameter/allowReserved"],
    back: ["major parameter/allowReserved"],
  },
  {
    kind: "JSON in a parameter",
    before: { parameters: [{ name: "tag", in: "query", schema: TEXT }] },
    after: { parameters: [{ name: "tag", in: "query", content: { "application/json": { schema: TEXT } } }] },
    forth: ["major parameter/content"],
    back: ["major parameter/content"],
  },
  {
    kind: "no user name and password",
    before: { security: [{ login: [] }] },
    after: { security: [] },
    forth: ["major security/basic-removed"],
    back: ["major security/scheme"],
  },
  {
    kind: "a retry with a key",
    before: {},
    after: { "x-retry": "with-key" },
    forth: ["minor extension/retry-with-key"],
    back: ["minor extension/retry-never"],
  },
  {
    kind: "another place of the state of the work",
    before: { "x-poll": { operation: "send", state: "/state", done: ["DONE"] } },
    after: { "x-poll": { operation: "send", state: "/status", done: ["DONE"] } },
    forth: ["major extension/poll-changed"],
    back: ["major extension/poll-changed"],
  },
  {
    kind: "another place of messages",
    before: { errors: { message: "/message" } },
    after: { errors: { message: "/detail" } },
    forth: ["major extension/error-changed"],
    back: ["major extension/error-changed"],
  },
  {
    kind: "another credential that suffices",
    before: { security: [{ key: [] }] },
    after: { security: [{ key: [] }, {}] },
    forth: ["minor security/alternative-added"],
    back: ["major security/scheme"],
  },
  {
    kind: "a result that comes later",
    before: {},
    after: { "x-poll": { state: "/state" } },
    forth: ["major extension/poll-added"],
    back: ["major extension/poll-removed"],
  },
  { kind: "a feed", before: {}, after: { "x-feed": { since: "since" } }, forth: ["minor extension/feed-added"], back: ["major extension/feed-removed"] },
  {
    kind: "places of messages",
    before: {},
    after: { errors: { message: "/message" } },
    forth: ["minor extension/error-added"],
    back: ["major extension/error-removed"],
  },
  {
    kind: "a filter",
    before: { parameters: [{ name: "filter", in: "query" }] },
    after: { parameters: [{ name: "filter", in: "query", "x-filter": { operators: ["eq"] } }] },
    forth: ["major filter/added"],
    back: ["major filter/removed"],
  },
  {
    kind: "a header",
    before: { responses: { 200: {} } },
    after: { responses: { 200: { headers: { Etag: { schema: TEXT } } } } },
    forth: ["minor header/added"],
    back: ["minor header/removed"],
  },
];
