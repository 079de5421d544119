import { type Area, documentOf, json, jsonResponse, operation, parameter, text } from "./feature.ts";

const p = { name: "p", in: "query", description: "One.", schema: text, example: "a" };
const withVersion = (openapi: string): object => documentOf({ root: { openapi } });
const method = (name: string): object => documentOf({ method: name, operation: { "x-retry": name === "head" ? "safe" : "never" } });
const item = { get: operation("getOther", "get") };
const hook = { post: { ...operation("hook", "post"), security: [] } };

/** The form of documents. */
export const documents: Area = {
  name: "documents",
  features: [
    { what: "OpenAPI 3.1", shows: "OpenAPI 3.1 and 3.2", document: withVersion("3.1.1"), verdict: { sent: "GET /things" } },
    ...["3.0.3", "4.0.0", "2.0"].map((version) => ({
      what: `OpenAPI ${version}`,
      ...(version === "3.0.3" ? { shows: "another version" } : {}),
      document: withVersion(version),
      verdict: { at: '→"openapi"', because: new RegExp(`must be in OpenAPI 3\\.1 or 3\\.2, .*got ${version}\\. Convert it`) },
    })),
    {
      what: "a path item that is a reference",
      shows: "several files, `$ref` to any of them, path items that are references",
      document: documentOf({ paths: { "/others": { $ref: "#/components/pathItems/Other" } }, components: { pathItems: { Other: item } } }),
      verdict: { calls: "getOther", sent: "GET /others" },
    },
    {
      what: "a reference into a path",
      shows: "references into `paths`",
      document: documentOf({
        operation: { parameters: [p] },
        paths: { "/others": { get: operation("getOther", "get", { parameters: [{ ...p, schema: { $ref: "#/paths/~1things/get/parameters/0/schema" } }] }) } },
      }),
      verdict: { at: '→"schema": { "$ref"', because: /points into paths.*: move .* to components/ },
    },
    {
      what: "a reference that refers to itself",
      shows: "circular references without a value",
      document: json({ $ref: "#/components/schemas/A" }, 1, { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } }),
      verdict: { at: '→"A": {', because: /refers to itself/ },
    },
    {
      what: "a reference to nothing",
      shows: "references without a target",
      document: json({ $ref: "#/components/schemas/A" }, 1),
      verdict: { at: '"schema": →{ "$ref"', because: /resolve/ },
    },
    {
      what: "exclusiveMinimum: true",
      shows: "a schema keyword with an invalid value",
      document: parameter("query", 1, { schema: { type: "integer", exclusiveMinimum: true } }),
      verdict: { at: '"exclusiveMinimum": →true', because: /number/ },
    },
    {
      what: "invalid YAML",
      shows: "invalid YAML",
      document: "openapi: 3.1.0\npaths: {\n" as unknown as object,
      verdict: { at: "openapi: 3.1.0 paths: { →", because: /this YAML cannot be read/ },
    },
    {
      what: "webhooks",
      shows: "`webhooks`, `callbacks`, `links`",
      document: documentOf({ root: { webhooks: { happened: hook } } }),
      verdict: { sent: "GET /things" },
    },
    { what: "callbacks", document: documentOf({ operation: { callbacks: { done: { "{$request.query.url}": hook } } } }), verdict: { sent: "GET /things" } },
    {
      what: "links",
      document: documentOf({
        operation: {
          responses: { "204": { description: "Done.", links: { again: { operationId: "doThing", description: "Again." } } }, "400": { description: "Wrong." } },
        },
      }),
      verdict: { sent: "GET /things" },
    },
    {
      what: "HEAD",
      shows: "HEAD",
      document: method("head"),
      verdict: { sent: "HEAD /things" },
    },
    ...["put", "post", "patch", "delete"].map((name) => ({
      what: name.toUpperCase(),
      ...(name === "put" ? { shows: "GET, PUT, POST, PATCH, DELETE" } : {}),
      document: method(name),
      verdict: { sent: `${name.toUpperCase()} /things` },
    })),
    ...["options", "trace"].map((name) => ({
      what: name.toUpperCase(),
      ...(name === "options" ? { shows: "OPTIONS, TRACE" } : {}),
      document: method(name),
      verdict: { at: `→"${name}"`, because: new RegExp(`${name.toUpperCase()} /things cannot be a method of a client`) },
    })),
    {
      what: "a deprecated operation",
      shows: "`deprecated` operations, parameters and schemas",
      document: documentOf({ operation: { deprecated: true } }),
      verdict: { generated: ["@deprecated"] },
    },
    {
      what: "a deprecated property",
      document: json({ $ref: "#/components/schemas/A" }, {}, { A: { type: "object", properties: { a: { ...text, deprecated: true } } } }),
      verdict: { response: jsonResponse({}), generated: ["@deprecated"] },
    },
    {
      what: "an extension that nobody knows",
      shows: "undefined `x-` extensions",
      document: documentOf({ operation: { "x-thing": true } }),
      verdict: { at: '→"x-thing"', because: /An extension must be one of/ },
    },
    {
      what: "an unused component",
      shows: "unused components",
      document: documentOf({ components: { schemas: { Unused: text } } }),
      verdict: { at: '→"Unused"', because: /never used/ },
    },
    {
      what: "no x-retry",
      shows: "an operation without `x-retry`",
      document: documentOf({ operation: { "x-retry": undefined } }),
      verdict: { at: '→"get"', because: /must have x-retry/ },
    },
    {
      what: "an operation at an address from a response",
      shows: "operations at an address from a response (`x-address`)",
      document: documentOf({ components: { pathItems: { Next: { get: operation("getNext", "get", { "x-address": "href" }) } } } }),
      verdict: { calls: "getNext", input: { href: "https://thing.example.com/next" }, sent: "GET /next" },
    },
  ],
};
