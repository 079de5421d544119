import { type Area, documentOf, integer, text, textResponse, thing } from "./feature.ts";

const json = (schema: object): object => ({ "application/json": { schema } });
const named = (): Response => Response.json({ name: "n", at: null, kind: "cat" });
const ok = (schema: object): object => ({ "200": { description: "It.", content: json(schema) } });
const atAnyOf = (...anyOf: readonly object[]): object => ({ type: "object", properties: { at: { anyOf } } });
const swagger = {
  swagger: "2.0",
  info: { title: "Probe", version: "1" },
  host: "probe.invalid",
  consumes: ["application/json"],
  definitions: { Thing: { ...thing, properties: { name: text, note: { ...text, "x-nullable": true } } } },
  securityDefinitions: { login: { type: "basic" } },
  paths: {
    "/things": {
      post: {
        operationId: "doThing",
        security: [{ login: [] }],
        parameters: [
          { name: "ids", in: "query", type: "array", items: { type: "string" }, collectionFormat: "pipes" },
          { name: "thing", in: "body", required: true, schema: { $ref: "#/definitions/Thing" } },
        ],
        responses: { "200": { description: "It.", schema: { $ref: "#/definitions/Thing" } } },
      },
    },
  },
};

/** What is read in the contract of somebody else, with a note if something was chosen. */
export const choices: Area = {
  name: "openapi 3.0 and 2.0, and contracts of others",
  features: [
    {
      what: "a schema of OpenAPI 3.0",
      shows: "OpenAPI 3.0 and 2.0",
      document: documentOf({
        operation: {
          responses: ok({ ...thing, properties: { name: { ...text, nullable: true }, size: { type: "number", minimum: 0, exclusiveMinimum: true } } }),
        },
        root: { openapi: "3.0.3" },
      }),
      verdict: { response: named, sent: "GET /things", generated: ["name: string | null"] },
    },
    {
      what: "OpenAPI 2.0",
      shows: "OpenAPI 3.0 and 2.0",
      document: swagger,
      verdict: {
        input: { ids: ["a", "b"], body: { name: "n", note: null } },
        options: { credentials: { login: { username: "u", password: "p" } } },
        sent: "POST /things?ids=a%7Cb",
        headers: { "content-type": "application/json", authorization: "Basic dTpw" },
        body: '{"name":"n","note":null}',
        response: () => Response.json({ name: "n" }),
        value: { name: "n" },
        generated: ["note?: string | null"],
      },
    },
    {
      what: "nullable next to a reference",
      shows: "`nullable`, wherever it is",
      document: documentOf({
        operation: { responses: ok({ type: "object", required: ["at"], properties: { at: { $ref: "#/components/schemas/Thing", nullable: true } } }) },
        components: { schemas: { Thing: thing } },
      }),
      verdict: { response: named, sent: "GET /things", generated: ['at: components["schemas"]["Thing"] | null'] },
    },
    {
      what: "a mapping by name",
      shows: "`discriminator.mapping` by name",
      document: documentOf({
        operation: { responses: ok({ $ref: "#/components/schemas/Any" }) },
        components: {
          schemas: {
            Any: { oneOf: [{ $ref: "#/components/schemas/Cat" }], discriminator: { propertyName: "kind", mapping: { cat: "Cat" } } },
            Cat: { type: "object", required: ["kind"], properties: { kind: text } },
          },
        },
      }),
      verdict: { response: named, sent: "GET /things", generated: ['kind: "cat"'] },
    },
    {
      what: "a reference into a schema",
      shows: "references into schemas and `paths`",
      document: documentOf({
        operation: { responses: ok({ $ref: "#/components/schemas/Order/properties/lines/items" }) },
        components: { schemas: { Order: { type: "object", properties: { lines: { type: "array", items: thing } } } } },
      }),
      verdict: { sent: "GET /things", response: () => Response.json({ name: "n" }), value: { name: "n" }, generated: ["export interface OrderLinesItems "] },
    },
    {
      what: "unknown keywords and null",
      shows: "unknown keywords, and null instead of a text",
      document: documentOf({ operation: { description: null, schemes: ["https"], responses: ok({ ...thing, enumNames: ["a"] }) } }),
      verdict: { response: named, sent: "GET /things" },
    },
    {
      what: "two media types of a body",
      shows: "several media types of a body: JSON, or the first that is supported",
      document: documentOf({
        method: "post",
        operation: { requestBody: { content: { "application/xml": { schema: thing }, ...json(thing) } } },
      }),
      verdict: { input: { body: { name: "n" } }, headers: { "content-type": "application/json" }, body: '{"name":"n"}' },
    },
    {
      what: "the name of a type of every client",
      shows: "names that are taken: another one",
      document: documentOf({ operation: { responses: ok({ $ref: "#/components/schemas/Page" }) }, components: { schemas: { Page: thing } } }),
      verdict: { response: named, sent: "GET /things", generated: ["export interface PageSchema "] },
    },
    {
      what: "a server without a name",
      shows: "a server without `x-name`: a name from its address",
      document: documentOf({ operation: { servers: [{ url: "https://files.probe.invalid" }] } }),
      verdict: { options: { servers: { filesProbe: { baseUrl: "https://files.example.com", token: "t" } } }, sent: "GET https://files.example.com/things" },
    },
    {
      what: "mutualTLS among others",
      shows: "`mutualTLS`: the other alternatives, or no credential",
      document: documentOf({
        operation: { security: [{ tls: [] }, { bearer: [] }] },
        components: { securitySchemes: { tls: { type: "mutualTLS" }, bearer: { type: "http", scheme: "bearer" } } },
      }),
      verdict: { sent: "GET /things", headers: { authorization: "Bearer t" } },
    },
    {
      what: "mutualTLS alone",
      shows: "`mutualTLS`: the other alternatives, or no credential",
      document: documentOf({ operation: { security: [{ tls: [] }] }, components: { securitySchemes: { tls: { type: "mutualTLS" } } } }),
      verdict: { sent: "GET /things" },
    },
    {
      what: "a GET of OpenAPI 3.0 with a body",
      document: documentOf({ operation: { requestBody: { content: json(thing) } }, root: { openapi: "3.0.3" } }),
      verdict: { sent: "GET /things" },
    },
    {
      what: "styles of parts in OpenAPI 3.0",
      document: documentOf({
        method: "post",
        operation: {
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: { type: "object", properties: { tags: { type: "array", items: text } } },
                encoding: { tags: { style: "form", explode: false } },
              },
            },
          },
        },
        root: { openapi: "3.0.3" },
      }),
      verdict: { input: { body: { tags: ["a", "b"] } }, sent: "POST /things" },
    },
    {
      what: "int64 in JSON of a part",
      document: documentOf({
        method: "post",
        operation: {
          requestBody: {
            content: {
              "multipart/form-data": {
                schema: {
                  type: "object",
                  properties: { at: { type: "object", properties: { size: { ...integer, format: "int64" } } }, count: { ...integer, format: "int64" } },
                },
              },
            },
          },
        },
      }),
      verdict: { input: { body: { at: { size: 5 }, count: "5" } }, sent: "POST /things" },
    },
    {
      what: "a parameter called body",
      document: documentOf({ operation: { parameters: [{ name: "body", in: "query", schema: text }] } }),
      verdict: { input: { body: "b" }, sent: "GET /things?body=b" },
    },
    {
      what: "int64 beside a string",
      shows: "a 64-bit integer that may also be a string in a body: a string, which is sent as one",
      document: documentOf({
        method: "post",
        operation: {
          requestBody: { content: json(atAnyOf({ ...integer, format: "int64" }, text)) },
          responses: ok(atAnyOf({ ...integer, format: "int64" }, text)),
        },
      }),
      verdict: {
        input: { body: { at: "9007199254740993" } },
        body: '{"at":"9007199254740993"}',
        response: textResponse('{"at":9007199254740993}', "application/json"),
        value: { at: "9007199254740993" },
        generated: ["at?: string"],
      },
    },
    {
      what: "int64 beside a string of an enumeration",
      shows: "a 64-bit integer that may also be one of few strings in a body: a number",
      document: documentOf({
        method: "post",
        operation: { requestBody: { content: json(atAnyOf({ ...integer, format: "int64" }, { ...text, enum: ["auto"] })) } },
      }),
      verdict: { input: { body: { at: 5 } }, body: '{"at":5}', generated: ['at?: number | "auto"'] },
    },
    {
      what: "a pattern with escapes that the flag u forbids",
      shows: "patterns that are invalid under `u`",
      document: documentOf({ operation: { parameters: [{ name: "q", in: "query", schema: { ...text, pattern: "^[a-z\\_\\-]+\\@$" } }] } }),
      verdict: { input: { q: "a_b-c@" }, sent: "GET /things?q=a_b-c%40" },
    },
    {
      what: "a pattern that the flag u forbids",
      shows: "patterns that are invalid under `u`",
      document: documentOf({ operation: { parameters: [{ name: "q", in: "query", schema: { ...text, pattern: "^a{,3$" } }] } }),
      verdict: { input: { q: "b" }, sent: "GET /things?q=b" },
    },
    {
      what: "a parameter and a property that every object inherits",
      shows: "names that every object inherits, such as `constructor`",
      document: documentOf({
        operation: {
          parameters: ["größe", "constructor", "valueOf"].map((name) => ({ name, in: "query", schema: text })),
          responses: ok({ ...thing, properties: { name: text, constructor: text } }),
        },
      }),
      verdict: {
        input: { größe: "a", valueOf: "b" },
        sent: "GET /things?gr%C3%B6%C3%9Fe=a&valueOf=b",
        response: textResponse('{"name":"a"}', "application/json"),
        value: { name: "a" },
        generated: ['constructor?: Object["constructor"] | string'],
      },
    },
    {
      what: "no response of success",
      shows: "an operation without a response of success",
      document: documentOf({ operation: { responses: { "404": { description: "Not here." } } } }),
      verdict: { sent: "GET /things" },
    },
  ],
};
