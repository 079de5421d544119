import { type Area, documentOf, integer, json, jsonResponse, operation, text } from "./feature.ts";

const object = { type: "object", required: ["name"], properties: { name: text } };
const verdict = { response: jsonResponse({ name: "a" }), value: { name: "a" } };
/** A response of a named schema. */
const named = (name: string, schema: object = object): object => json({ $ref: `#/components/schemas/${name}` }, { name: "a" }, { [name]: schema });
const taken = (name: string, of = "a type of every client"): object => ({
  at: `→"${name}"`,
  because: new RegExp(`has the name of ${of}: add a title with another name`),
});
const p = { name: "p", in: "query", description: "One.", schema: text, example: "a" };
const idOf = (operationId: string): object => documentOf({ operation: { operationId } });

/** Names of operations, schemas, parameters and folders. */
export const naming: Area = {
  name: "names",
  features: [
    ...["cancelThing", "uploadThing", "downloadThing", "searchThings", "addThing", "sendThing", "thing"].map((id) => ({
      what: `the operationId ${id}`,
      ...(id === "thing" ? { shows: "an `operationId` that is a name in JavaScript" } : {}),
      document: idOf(id),
      verdict: { calls: id, sent: "GET /things" },
    })),
    { what: "getExport", document: idOf("getExport"), verdict: { calls: "getExport" } },
    { what: "a reserved word", document: idOf("delete"), verdict: { calls: "delete" } },
    {
      what: "an operationId with a dash",
      shows: "an `operationId` that is not, or that is reserved (`then`, `raw`, `constructor`)",
      document: idOf("get-thing"),
      verdict: { at: '"operationId": →"get-thing"', because: /camelCase/ },
    },
    { what: "no operationId", document: documentOf({ operation: { operationId: undefined } }), verdict: { at: '→"get"', because: /operationId/ } },
    ...["then", "raw", "constructor"].map((id) => ({
      what: `the operationId ${id}`,
      document: idOf(id),
      verdict: { at: '→"get"', because: /is a reserved name of clients/ },
    })),
    {
      what: "an operationId twice",
      document: documentOf({ paths: { "/others": { get: operation("doThing", "get") } } }),
      verdict: { at: '"/others": { "get": →{', because: /unique/ },
    },
    ...["Filter", "BinaryInput", "ServerSentEvent", "UserCredentials", "Paginator", "CallOptions", "Promise", "ApiError", "Page", "ClientOptions"].map(
      (name) => ({
        what: `a schema ${name}`,
        ...(name === "Filter" ? { shows: "a schema with the name of another type of the client, such as `Filter`, `Page` or `GetItemInput`" } : {}),
        document: named(name),
        verdict: taken(name) as { at: string; because: RegExp },
      }),
    ),
    ...["ProbeClientOptions", "ProbeErrors"].map((name) => ({
      what: `a schema ${name}`,
      document: named(name),
      verdict: taken(name, "a type of the client") as { at: string; because: RegExp },
    })),
    { what: "a schema paths", document: named("paths"), verdict: { ...verdict, generated: ["Promise<Paths>"] } },
    {
      what: "a schema with a dash",
      shows: "schema names with dashes, dots, or a lower-case first letter",
      document: named("order-line"),
      verdict: { ...verdict, generated: ["Promise<OrderLine>"] },
    },
    { what: "a schema with a dot", document: named("order.line"), verdict: { ...verdict, generated: ["Promise<OrderLine>"] } },
    {
      what: "two schemas of one name",
      document: json({ oneOf: [{ $ref: "#/components/schemas/order-line" }, { $ref: "#/components/schemas/OrderLine" }] }, 1, {
        "order-line": integer,
        OrderLine: text,
      }),
      verdict: { at: '→"order-line"', because: /has the name of the schema OrderLine: add a title/ },
    },
    {
      what: "a schema of the name of an input",
      document: named("DoThingInput"),
      verdict: taken("DoThingInput", "the input of doThing") as { at: string; because: RegExp },
    },
    { what: "a schema with a title", document: named("thing", { ...object, title: "Item" }), verdict: { ...verdict, generated: ["Promise<Item>"] } },
    {
      what: "two schemas with one title",
      document: json({ oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/B" }] }, 1, {
        A: { ...integer, title: "Foo" },
        B: { ...text, title: "Foo" },
      }),
      verdict: { at: '→"B"', because: /the schema B, whose type is Foo, has the name of the schema A: add a title with another name/ },
    },
    {
      what: "a title that is the key of another schema",
      document: json({ oneOf: [{ $ref: "#/components/schemas/A" }, { $ref: "#/components/schemas/Foo" }] }, 1, { A: { ...integer, title: "Foo" }, Foo: text }),
      verdict: { at: '→"Foo": {', because: /the schema Foo has the name of the schema A/ },
    },
    {
      what: "inline schemas of one title",
      document: json({ type: "object", properties: { a: { ...object, title: "Foo" }, b: { ...object, title: "Foo" } } }, {}),
      verdict: { response: jsonResponse({}), value: {} },
    },
    {
      what: "a parameter body",
      shows: "duplicate parameter names, or `body` next to a body",
      document: documentOf({
        method: "post",
        operation: {
          parameters: [{ ...p, name: "body" }],
          requestBody: { content: { "text/plain": { schema: { type: "string" }, examples: { a: { value: "a" } } } } },
        },
      }),
      verdict: { at: '→{ "name": "body"', because: /has body as the request body and in query, .*: rename one/ },
    },
    {
      what: "a parameter in path and query",
      document: documentOf({ path: "/things/{p}", operation: { parameters: [{ ...p, in: "path", required: true }, p] } }),
      verdict: { at: '→{ "name": "p", "in": "query"', because: /has p in path and in query, .* must be unique/ },
    },
    {
      what: "a name in the path that is no parameter",
      document: documentOf({ path: "/things/{part no}" }),
      verdict: { at: '→"get"', because: /the path has \{part no\} but no path parameter part no: declare it/ },
    },
    {
      what: "a path parameter that is not in the path",
      document: documentOf({ operation: { parameters: [{ ...p, in: "path", required: true }] } }),
      verdict: { at: '→{ "name": "p"', because: /has the path parameter p, but its path has no \{p\}/ },
    },
    {
      what: "two operations of one input",
      document: documentOf({ operation: { operationId: "doIt" }, paths: { "/others": { get: operation("DoIt", "get") } } }),
      verdict: { at: '"operationId": →"DoIt"', because: /camelCase/ },
    },
    {
      what: "a service with a dash",
      shows: "folders of services with dashes",
      service: "ticket-desk",
      document: documentOf({}),
      verdict: { generated: ["createTicketDeskClient"] },
    },
    {
      what: "a service with a reserved word",
      shows: "folders of services that are not a name in code",
      service: "class",
      document: documentOf({}),
      verdict: { at: "→{", because: /not be a reserved word of JavaScript; got class\. Rename the folder/ },
    },
  ],
};
