import { type Contract, documentContract, type Json } from "@keywright/generate/contract";

/** A contract with one operation. `errors` and `ecs` stand for its `x-error` and `x-ecs`. */
export function smallContract({ errors, ecs, ...operation }: Json): Contract {
  const definition = { operationId: "send", responses: { 200: { description: "Sent." } }, "x-retry": "never", ...operation };
  return documentContract("small", {
    openapi: "3.1.0",
    ...(errors === undefined ? {} : { "x-error": errors }),
    ...(ecs === undefined ? {} : { "x-ecs": ecs }),
    paths: { "/send": { post: structuredClone(definition) } },
    components: {
      securitySchemes: {
        login: { type: "http", scheme: "basic" },
        other: { type: "http", scheme: "basic" },
        admin: { type: "http", scheme: "bearer" },
        user: { type: "openIdConnect" },
        key: { type: "apiKey", in: "header", name: "X-Key" },
      },
    },
  });
}

const GONE = "major security/credential-removed";

/** Two states, and what is said of the difference forth and back, by default the same: level and rule of each change. */
type Row = readonly [before: Json, after: Json, forth: string, back?: string];

const text = (more: Json = {}): Json => ({ type: "string", ...more });
const object = (properties: Json, more: Json = {}): Json => ({ type: "object", properties, ...more });
const both = (one: Json, other: Json): Json => ({ allOf: [one], ...other });
const forms = (kinds: readonly string[], more: Json): Json => ({ oneOf: kinds.map((kind) => object({ kind: { const: kind } })), ...more });

/** Differences between two schemas, which are those of a request and of a response: `major, patch ~/rule` says the level for each. */
const SCHEMAS: readonly Row[] = [
  [text(), text({ default: "a" }), "minor, patch ~/default-added", "minor, patch ~/default-removed"],
  [text({ default: "a" }), text({ default: "b" }), "major, patch ~/default-changed"],
  [object({ a: text() }), object({ a: text({ readOnly: true }) }), "major, patch ~/read-only-added", "minor, patch ~/read-only-removed"],
  [object({ a: text() }), object({ a: text({ writeOnly: true }) }), "patch, major ~/write-only-added", "patch, minor ~/write-only-removed"],
  [text(), text({ "x-secret": true }), "minor ~/secret-added", "major ~/secret-removed"],
  [object({ a: text() }), object({}), "major ~/removed", "minor ~/added"],
  [object({ a: text() }), object({ a: false }), "major, patch ~/refused", "minor, major ~/allowed"],
  [object({}), object({ a: false }), "major, patch ~/refused", "minor request/allowed, patch response/unmentioned"],
  [object({}), object({}, { additionalProperties: false }), "major, minor ~/closed", "minor ~/opened"],
  [object({}, { additionalProperties: text() }), object({}, { additionalProperties: { type: "integer" } }), "major ~/type-changed"],
  [object({}), object({}, { required: ["a"] }), "major, minor ~/required-added", "minor, major ~/required-removed"],
  [
    forms(["a"], { title: "U" }),
    forms(["a", "b"], { title: "U" }),
    "minor request/alternative-added, patch documentation, major response/alternative-added, patch documentation",
    "major request/alternative-removed, patch documentation, minor response/alternative-removed, patch documentation",
  ],
  [forms(["a", "b"], { discriminator: { propertyName: "kind" } }), forms(["a", "b"], { discriminator: { propertyName: "sort" } }), "major ~/discriminator"],
  [
    forms(["a", "b"], { discriminator: { propertyName: "kind" } }),
    forms(["a", "b"], { discriminator: { propertyName: "kind", mapping: { a: "#/x" } } }),
    "patch documentation, patch documentation",
  ],
  [object({}), object({}, { "x-exclusive": [["a", "b"]] }), "major, minor ~/exclusive-added", "minor, major ~/exclusive-removed"],
  [{ enum: ["a"] }, { enum: ["a", "b"] }, "minor, major ~/enum-widened", "major, minor ~/enum-narrowed"],
  [{ enum: ["a", "c"] }, { enum: ["a", "b"] }, "major ~/enum-changed"],
  [text(), text({ enum: ["a"] }), "major, minor ~/enum-closed", "minor, major ~/enum-opened"],
  [{ anyOf: [{ enum: ["a"] }, text()] }, { anyOf: [{ enum: ["a", "b"] }, text()] }, "minor ~/known-values"],
  [text(), { type: ["string", "null"] }, "minor, major ~/null-widened", "major, minor ~/null-narrowed"],
  [text(), { type: ["string", "integer"] }, "minor, major ~/type-widened", "major, minor ~/type-narrowed"],
  [text(), { type: "boolean" }, "major ~/type-changed"],
  [text(), text({ format: "date" }), "major, patch ~/format-narrowed", "minor, major ~/format-widened"],
  [text({ format: "date" }), text({ format: "time" }), "major ~/format-changed"],
  [text(), text({ contentMediaType: "text/html" }), "major, patch ~/format-narrowed", "minor, major ~/format-widened"],
  [text(), text({ contentEncoding: "base64" }), "major, patch ~/format-narrowed", "minor, major ~/format-widened"],
  [text(), text({ pattern: "^a" }), "major, patch ~/pattern-narrowed", "minor ~/pattern-widened"],
  [text({ pattern: "^b" }), text({ pattern: "^a" }), "major, minor ~/pattern-changed"],
  [text(), text({ not: { const: "a" } }), "major, patch ~/not-narrowed", "minor ~/not-widened"],
  [text({ not: { const: "b" } }), text({ not: { const: "a" } }), "major, minor ~/not-changed"],
  [{ minimum: 1 }, { minimum: 2 }, "major, patch ~/minimum-narrowed", "minor ~/minimum-widened"],
  [{ maxItems: 3 }, { maxItems: 2 }, "major, patch ~/maxItems-narrowed", "minor ~/maxItems-widened"],
  [{ items: text() }, { items: { type: "integer" } }, "major ~/type-changed"],
  [
    both(object({ a: text() }), object({ a: { enum: ["a", "b"] } })),
    both(object({ a: text() }), object({ a: { enum: ["a"] } })),
    "major, minor ~/enum-narrowed",
    "minor, major ~/enum-widened",
  ],
  [
    both(object({ a: { enum: ["a", "b"] } }), object({ a: text() })),
    both(object({ a: { enum: ["a"] } }), object({ a: text() })),
    "major, minor ~/enum-narrowed",
    "minor, major ~/enum-widened",
  ],
  [both(object({ a: text() }), object({})), both(object({ a: text() }), object({ a: false })), "major, patch ~/refused", "minor, major ~/allowed"],
  [
    both({ items: text() }, { items: {} }),
    both({ items: text() }, { items: { maxLength: 2 } }),
    "major, patch ~/maxLength-narrowed",
    "minor ~/maxLength-widened",
  ],
  [both({ maxLength: 5 }, { maxLength: 9 }), both({ maxLength: 5 }, { maxLength: 2 }), "major, patch ~/maxLength-narrowed", "minor ~/maxLength-widened"],
  [both({ minLength: 5 }, { minLength: 2 }), both({ minLength: 5 }, { minLength: 9 }), "major, patch ~/minLength-narrowed", "minor ~/minLength-widened"],
  [both({ type: "number" }, { type: ["integer", "string"] }), { type: "integer" }, "", ""],
  [
    both({ type: ["string", "null"] }, { enum: ["a", null] }),
    both(text(), { enum: ["a", null] }),
    "major, minor ~/null-narrowed",
    "minor, major ~/null-widened",
  ],
  [both(text(), { enum: ["a", "b"] }), both(text({ enum: ["b", "c"] }), { enum: ["a", "b"] }), "major, minor ~/enum-narrowed", "minor, major ~/enum-widened"],
  [object({}), object({ constructor: text() }), "minor ~/added", "major ~/removed"],
  [object({}), object({}, { required: ["toString"] }), "major, minor ~/required-added", "minor, major ~/required-removed"],
  [text(), text({ constructor: 1 }), "major unknown/constructor, major unknown/constructor"],
  [both(text(), {}), both(text(), { default: null }), "minor, patch ~/default-added", "minor, patch ~/default-removed"],
  [text(), text({ "x-new": 1 }), "patch extension/unknown, patch extension/unknown"],
  [text(), text({ $comment: "a" }), "major unknown/$comment, major unknown/$comment"],
  [text(), text({ "x-ocsf": "user.uid" }), "minor format/mapping, minor format/mapping"],
  [text(), text({ deprecated: true }), "minor deprecated-added, minor deprecated-added", "patch deprecated-removed, patch deprecated-removed"],
  [text(), text({ description: "Text." }), "patch documentation, patch documentation"],
];

const query = (more: Json = {}): Json => ({ parameters: [{ name: "tag", in: "query", schema: text(), ...more }] });
const json = (schema: unknown): Json => ({ content: { "application/json": { schema } } });
const body = (requestBody: unknown): Json => ({ requestBody });
const inBothPlaces = (content: unknown): Json => ({ requestBody: content, responses: { 200: content } });
const etag = (Etag: unknown): Json => ({ responses: { 200: { headers: { Etag } } } });
const poll = (state: string): Json => ({ "x-poll": { operation: "send", state, done: ["DONE"] } });
const errors = (message: string): Json => ({ errors: { message } });

/** Differences between two operations. */
const OPERATIONS: readonly Row[] = [
  [{}, body(json(text())), "minor request/added", "major request/removed"],
  [{}, body({ ...json(text()), required: true }), "major request/required-and-added", "major request/removed"],
  [
    inBothPlaces(json(text())),
    inBothPlaces({ content: { "application/json": { schema: text() }, "text/plain": {} } }),
    "minor, major ~/media-type-added",
    "major ~/media-type",
  ],
  [inBothPlaces({}), inBothPlaces(json(text())), "minor ~/content-added", "major ~/media-type"],
  [{}, { responses: { 200: { description: "Sent." }, 202: {} } }, "major response/success-added", "major response/success-removed"],
  [{ responses: { 200: {} } }, etag({ schema: text() }), "minor header/added", "minor header/removed"],
  [{ responses: { 200: {} } }, etag({ schema: text(), required: true }), "minor header/added", "major header/required-and-removed"],
  [etag({ schema: text() }), etag({ schema: text(), required: true }), "minor header/required-added", "major header/required-removed"],
  [etag({ schema: text() }), etag({ schema: { type: "integer" } }), "major response/type-changed"],
  [query(), query({ "x-idempotency-key": true }), "minor parameter/key-added", "major parameter/key-removed"],
  [query({ style: "form" }), query({ style: "pipeDelimited" }), "major parameter/style"],
  [query(), query({ allowReserved: true }), "major parameter/allowReserved"],
  [query(), { parameters: [{ name: "tag", in: "query", ...json(text()) }] }, "major parameter/content"],
  [query(), query({ "x-filter": { operators: ["eq"] } }), "major filter/added", "major filter/removed"],
  [{ security: [{ login: [] }] }, { security: [] }, `minor security/removed, ${GONE}`, "major security/scheme"],
  [{ security: [{ key: [] }] }, { security: [] }, `minor security/removed, ${GONE}`, "major security/scheme"],
  [{ security: [{ admin: [] }] }, { security: [] }, "minor security/removed", "major security/scheme"],
  [{ security: [{ key: [] }] }, { security: [{ key: [] }, {}] }, "minor security/alternative-added", "major security/scheme"],
  [{ security: [{ login: [] }, { key: [] }] }, { security: [{ key: [] }, { login: [] }] }, "patch documentation"],
  [{ security: [{ login: [], key: [] }] }, { security: [{ key: [], login: [] }] }, ""],
  [{ security: [{ login: [] }, { key: [] }] }, { security: [{ key: [] }, { other: [] }] }, `major security/scheme, ${GONE}`],
  [{ security: [{ login: [] }] }, { security: [{ other: [] }] }, `major security/scheme, ${GONE}`],
  [{ security: [{ admin: [] }] }, { security: [{ user: [] }] }, "patch documentation"],
  [{ security: [{ admin: [] }] }, { security: [{ admin: [] }, { user: [] }] }, "major security/scheme", `major security/scheme, ${GONE}, ${GONE}`],
  [{ "x-retry": "safe" }, { "x-retry": "never" }, "minor extension/retry-never", "major extension/retry-safe"],
  [{}, { "x-pagination": { style: "offset" } }, "major extension/pagination-added", "major extension/pagination-removed"],
  [{}, { "x-retry": "with-key" }, "minor extension/retry-with-key", "minor extension/retry-never"],
  [{}, poll("/state"), "major extension/poll-added", "major extension/poll-removed"],
  [poll("/state"), poll("/status"), "major extension/poll-changed"],
  [{}, { "x-feed": { since: "since" } }, "minor extension/feed-added", "major extension/feed-removed"],
  [{}, errors("/message"), "minor extension/error-added", "major extension/error-removed"],
  [{}, { ecs: { "ecs.version": "9.5.0" } }, "minor format/added", "major format/removed"],
  [{ ecs: { "ecs.version": "9.4.0" } }, { ecs: { "ecs.version": "9.5.0" } }, "minor format/mapping"],
  [errors("/message"), errors("/detail"), "major extension/error-changed"],
];

/** The level and the rule of each direction. */
function inBoth(changes: string): string {
  const [, request = "", response = request, rule = ""] = /^(\w+)(?:, (\w+))? ~(\S+)$/.exec(changes) ?? [];
  return rule === "" ? changes : `${request} request${rule}, ${response} response${rule}`;
}

/** What no seeded change of our contracts shows, one difference each. */
export const KINDS = [
  ...SCHEMAS.map(([before, after, ...changes]): Row => [inBothPlaces(json(before)), inBothPlaces(json(after)), ...changes]),
  ...OPERATIONS,
].map(([before, after, forth, back = forth]) => ({ before, after, forth: inBoth(forth), back: inBoth(back) }));
