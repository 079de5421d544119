import { responseWith, responding, type Area, documentOf, integer, json, jsonResponse, list, text, textResponse, thing } from "./feature.ts";
import { polls } from "./polls.ts";

const JSON_TYPE = "application/json";
const bytes = { type: "string", format: "binary" };
const cat = { type: "object", required: ["kind", "lives"], properties: { kind: { const: "cat" }, lives: integer } };
const dog = { type: "object", required: ["kind", "name"], properties: { kind: { const: "dog" }, name: text } };
const refs = [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }];
const value = { kind: "cat", lives: 9 };
const untagged = (schema: object): object => ({ ...schema, properties: { ...(schema as typeof cat).properties, kind: text } });
const location = { headers: { Location: { description: "Where.", schema: text, example: "/jobs/a" } } };
const failing = (media: string, schema: object, example: object, root: object = {}): object =>
  documentOf({ operation: { responses: { "204": { description: "Done." }, "400": responseWith(media, schema, example) } }, root });
const problem = {
  type: "object",
  properties: { title: text, errors: { type: "array", items: { type: "object", properties: { pointer: text, detail: text } } } },
};

/** Responses, their schemas, and the bodies of errors. */
export const responses: Area = {
  name: "responses",
  features: [
    {
      what: "JSON",
      shows: "JSON in any spelling",
      document: json(thing, { name: "a" }),
      verdict: { response: jsonResponse({ name: "a" }), value: { name: "a" } },
    },
    {
      what: "a new success status",
      document: responding({ "203": responseWith(JSON_TYPE, thing, { name: "a" }) }),
      verdict: { response: jsonResponse({ name: "a" }, { status: 203 }), value: { name: "a" } },
    },
    {
      what: "application/json; charset=utf-8",
      document: responding({ "200": responseWith("application/json; charset=utf-8", thing, { name: "a" }) }),
      verdict: { response: jsonResponse({ name: "a" }), value: { name: "a" } },
    },
    {
      what: "APPLICATION/JSON",
      document: responding({ "200": responseWith("APPLICATION/JSON", thing, { name: "a" }) }),
      verdict: { response: jsonResponse({ name: "a" }), value: { name: "a" } },
    },
    {
      what: "a problem+json success",
      document: responding({ "200": responseWith("application/hal+json", thing, { name: "a" }) }),
      verdict: { response: jsonResponse({ name: "a" }, {}, "application/hal+json"), value: { name: "a" } },
    },
    { what: "nothing", document: responding({ "204": { description: "Done." } }), verdict: { value: undefined } },
    {
      what: "two success statuses",
      shows: "several successful statuses and media types, distinguished by `status` and `mediaType`",
      document: responding({ "200": responseWith(JSON_TYPE, thing, { name: "a" }), "204": { description: "None." } }),
      verdict: { response: jsonResponse({ name: "a" }), value: { status: 200, mediaType: JSON_TYPE, body: { name: "a" } } },
    },
    {
      what: "two media types",
      document: responding({
        "200": {
          description: "It.",
          content: { [JSON_TYPE]: { schema: thing, examples: { one: { value: { name: "a" } } } }, "text/csv": { schema: text, example: "a" } },
        },
      }),
      verdict: {
        response: textResponse("a,b", "text/csv"),
        value: { status: 200, mediaType: "text/csv", body: "a,b" },
        headers: { accept: "application/json, text/csv" },
      },
    },
    {
      what: "2XX alone",
      shows: "`2XX` or `default` alone",
      document: responding({ "2XX": responseWith(JSON_TYPE, thing, { name: "a" }) }),
      verdict: { response: jsonResponse({ name: "a" }, { status: 201 }), value: { name: "a" } },
    },
    {
      what: "2XX beside 200",
      shows: "`2XX` together with another successful status",
      document: responding({ "200": responseWith(JSON_TYPE, thing, { name: "a" }), "2XX": { description: "Done." } }),
      verdict: { at: '→"2XX"', because: /has 2XX together with 200: list each successful status/ },
    },
    {
      what: "no success",
      shows: "no successful status",
      document: documentOf({ operation: { responses: { "400": { description: "Wrong." } } } }),
      verdict: { at: '→"get"', because: /doThing has no successful status; it has 400: document the response for success/ },
    },
    {
      what: "one media type twice",
      shows: "one media type twice",
      document: responding({
        "200": { description: "It.", content: { "text/plain": { schema: text, example: "a" }, "text/plain; charset=utf-8": { schema: text, example: "a" } } },
      }),
      verdict: { at: '→"responses"', because: /has the status 200 text\/plain twice: .*; keep one/ },
    },
    {
      what: "any media type beside another",
      document: responding({
        "200": { description: "It.", content: { [JSON_TYPE]: { schema: thing, examples: { one: { value: { name: "a" } } } }, "*/*": { schema: bytes } } },
      }),
      verdict: { at: '→"responses"', because: /has the status 200 with \*\/\* together with other responses: write its media type/ },
    },
    {
      what: "202 with Location",
      document: responding({ "202": { description: "Later.", ...location } }),
      verdict: { response: () => new Response(null, { status: 202, headers: { location: "/jobs/a" } }), value: undefined },
    },
    ...polls,
    {
      what: "a redirect",
      shows: "a redirect as the result, with its `Location`",
      document: responding({ "302": { description: "There.", ...location } }),
      verdict: { response: () => new Response(null, { status: 302, headers: { location: "https://a.example/b" } }), value: "https://a.example/b" },
    },
    {
      what: "a redirect without Location",
      shows: "a redirect without a documented `Location`",
      document: responding({ "302": { description: "There." } }),
      verdict: { at: '→"302"', because: /has the status 302 without a Location header: document it/ },
    },
    ...["application/pdf", "application/zip", "image/*", "application/octet-stream"].map((media) => ({
      what: media,
      ...(media === "application/pdf" ? { shows: "bytes, streamed and by range" } : {}),
      document: responding({ "200": responseWith(media, bytes) }),
      verdict: { response: textResponse("%PDF", media.replace("*", "png")), generated: ["Promise<BinaryContent>"] },
    })),
    {
      what: "206",
      document: responding({ "206": responseWith("application/pdf", bytes) }),
      verdict: {
        response: textResponse("%PDF", "application/pdf", { status: 206, headers: { "content-range": "bytes 0-3/4" } }),
        generated: ["Promise<BinaryContent>"],
      },
    },
    {
      what: "text/plain",
      shows: "text",
      document: responding({ "200": { description: "It.", content: { "text/plain": { schema: text, example: "a" } } } }),
      verdict: { response: textResponse("hello", "text/plain"), value: "hello" },
    },
    {
      what: "a PDF with a schema of an object",
      shows: "bytes or text with another schema",
      document: responding({ "200": responseWith("application/pdf", thing) }),
      verdict: { at: '→"application/pdf"', because: /has a schema of "object", which only JSON supports/ },
    },
    {
      what: "JSON without a schema",
      shows: "JSON without a schema",
      document: responding({ "200": responseWith(JSON_TYPE, undefined, { name: "a" }) }),
      verdict: { at: '→"application/json"', because: /has no schema, so its value has no type: add one/ },
    },
    {
      what: "server-sent events",
      shows: "`text/event-stream` and JSON lines, as async iterables",
      document: responding({ "200": responseWith("text/event-stream", thing, { name: "a" }) }),
      verdict: { response: textResponse('data: {"name":"a"}\n\n', "text/event-stream"), value: [{ event: "message", data: { name: "a" }, id: undefined }] },
    },
    {
      what: "NDJSON",
      document: responding({ "200": responseWith("application/x-ndjson", thing, { name: "a" }) }),
      verdict: { response: textResponse('{"name":"a"}\n{"name":"b"}\n', "application/x-ndjson"), value: [{ name: "a" }, { name: "b" }] },
    },
    {
      what: "json-seq",
      document: responding({ "200": responseWith("application/json-seq", thing, { name: "a" }) }),
      verdict: { response: textResponse('\u001e{"name":"a"}\n', "application/json-seq"), value: [{ name: "a" }] },
    },
    {
      what: "response headers",
      shows: "headers, typed on `raw`",
      document: responding({ "204": { description: "Done.", headers: { "X-Rate": { description: "Left.", schema: integer, example: 1 } } } }),
      verdict: { value: undefined, generated: ['readonly headerValues: { readonly "x-rate"?: number }'] },
    },
    {
      what: "a header with two types",
      shows: "a header of two types",
      document: responding({
        "200": responseWith(JSON_TYPE, thing, { name: "a" }, { headers: { "X-Rate": { description: "Left.", schema: integer, example: 1 } } }),
        "204": { description: "Done.", headers: { "x-rate": { description: "Left.", schema: text, example: "1" } } },
      }),
      verdict: { at: '→"x-rate"', because: /is a number in one response and a string in another: use one type/ },
    },
    {
      what: "oneOf with a discriminator and a mapping",
      shows: "unions, with and without a discriminator",
      document: json(
        { oneOf: refs, discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } } },
        value,
        { Cat: cat, Dog: dog },
      ),
      verdict: { response: jsonResponse(value), value },
    },
    {
      what: "a discriminator with a mapping and no constants",
      document: json(
        { oneOf: refs, discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } } },
        value,
        { Cat: untagged(cat), Dog: untagged(dog) },
      ),
      verdict: { response: jsonResponse(value), value, generated: ['kind: "cat"'] },
    },
    {
      what: "a discriminator with constants that are no names of schemas",
      document: json({ oneOf: refs, discriminator: { propertyName: "kind" } }, value, { Cat: cat, Dog: dog }),
      verdict: { response: jsonResponse(value), value, generated: ['kind: "cat"'] },
    },
    { what: "oneOf without a discriminator", document: json({ oneOf: [text, thing] }, "a"), verdict: { response: jsonResponse("a"), value: "a" } },
    {
      what: "a map",
      shows: "maps, free objects, tuples, recursion, `$defs`, null",
      document: json({ type: "object", additionalProperties: integer }, { a: 1 }),
      verdict: { response: jsonResponse({ a: 1 }), value: { a: 1 } },
    },
    {
      what: "a map with members of another type",
      document: json(
        { $ref: "#/components/schemas/Mixed" },
        { name: "a", b: 1 },
        { Mixed: { type: "object", properties: { name: text }, additionalProperties: integer } },
      ),
      verdict: { response: jsonResponse({ name: "a", b: 1 }), value: { name: "a", b: 1 } },
    },
    {
      what: "patternProperties",
      document: json({ type: "object", patternProperties: { "^x": integer } }, { x: 1 }),
      verdict: { response: jsonResponse({ x: 1 }), value: { x: 1 } },
    },
    { what: "a free object", document: json({ type: "object" }, { a: 1 }), verdict: { response: jsonResponse({ a: 1 }), value: { a: 1 } } },
    { what: "anything", document: json({}, 1), verdict: { response: jsonResponse(1), value: 1 } },
    {
      what: "a recursive schema",
      document: json({ $ref: "#/components/schemas/Tree" }, {}, { Tree: { type: "object", properties: { child: { $ref: "#/components/schemas/Tree" } } } }),
      verdict: { response: jsonResponse({ child: {} }), value: { child: {} } },
    },
    {
      what: "a tuple",
      document: json({ type: "array", prefixItems: [text, integer] }, ["a", 1]),
      verdict: { response: jsonResponse(["a", 1]), value: ["a", 1] },
    },
    {
      what: "$defs",
      document: json(
        { $ref: "#/components/schemas/Outer" },
        { a: "b" },
        { Outer: { type: "object", properties: { a: { $ref: "#/components/schemas/Outer/$defs/A" } }, $defs: { A: text } } },
      ),
      verdict: { response: jsonResponse({ a: "b" }), value: { a: "b" } },
    },
    {
      what: "allOf",
      document: json({ allOf: [thing, { type: "object", properties: { b: integer } }] }, { name: "a" }),
      verdict: { response: jsonResponse({ name: "a", b: 1 }), value: { name: "a", b: 1 } },
    },
    {
      what: "a member that may be null",
      document: json({ type: "object", properties: { a: { type: ["string", "null"] } } }, { a: null }),
      verdict: { response: jsonResponse({ a: null }), value: { a: null } },
    },
    {
      what: "an object that may be null",
      document: json({ $ref: "#/components/schemas/Maybe" }, null, { Maybe: { type: ["object", "null"], properties: { a: text } } }),
      verdict: { response: jsonResponse(null), value: null },
    },
    {
      what: "nullable of OpenAPI 3.0",
      shows: "`nullable` and other keywords of OpenAPI 3.0",
      document: json({ type: "object", properties: { a: { type: "string", nullable: true } } }, { a: "b" }),
      verdict: { at: '→"nullable"', because: /nullable/ },
    },
    {
      what: "an open enum",
      shows: "open enums of text and of numbers",
      document: json({ type: "object", properties: { a: { anyOf: [{ type: "string", enum: ["x"] }, { type: "string" }] } } }, { a: "x" }),
      verdict: { response: jsonResponse({ a: "y" }), value: { a: "y" } },
    },
    {
      what: "an open integer enum",
      document: json({ type: "object", properties: { a: { anyOf: [{ type: "integer", enum: [1, 2] }, integer] } } }, { a: 1 }),
      verdict: { response: jsonResponse({ a: 3 }), value: { a: 3 } },
    },
    {
      what: "a closed integer enum",
      document: json({ type: "object", properties: { a: { type: "integer", enum: [1, 2] } } }, { a: 1 }),
      verdict: { at: '→"enum"', because: /must be anyOf: \[\{ type: integer, enum: \[\.\.\.\] \}, \{ type: integer \}\]/ },
    },
    {
      what: "a closed enum of text",
      shows: "closed enums",
      document: json({ type: "object", properties: { a: { type: "string", enum: ["x"] } } }, { a: "x" }),
      verdict: { at: '→"enum"', because: /A response has this closed enumeration; it must be anyOf/ },
    },
    {
      what: "a constant",
      document: json({ type: "object", properties: { a: { const: 1 } } }, { a: 1 }),
      verdict: { response: jsonResponse({ a: 1 }), value: { a: 1 } },
    },
    {
      what: "a 64-bit integer",
      shows: "64-bit integers, as text",
      document: json({ type: "object", properties: { a: { type: "integer", format: "int64" } } }, { a: 1 }),
      verdict: { response: textResponse('{"a":9223372036854775807}', JSON_TYPE), value: { a: "9223372036854775807" } },
    },
    {
      what: "a 64-bit integer in a map with named members",
      shows: "64-bit integers at an ambiguous place",
      document: json({ type: "object", properties: { name: text }, additionalProperties: { type: "integer", format: "int64" } }, { a: 1 }),
      verdict: { at: '→"schema"', because: /is in a recursive schema, or in a map/ },
    },
    {
      what: "formats and ranges",
      document: json(
        {
          type: "object",
          properties: {
            a: { type: "string", format: "date-time", maxLength: 40 },
            b: { type: "number", exclusiveMinimum: 0, multipleOf: 0.5 },
            c: { ...list, maxItems: 2 },
          },
        },
        { a: "2026-01-01T00:00:00Z", b: 1, c: [] },
      ),
      verdict: { response: jsonResponse({ b: 1 }), value: { b: 1 } },
    },
    {
      what: "an error body",
      shows: "error bodies, typed by status",
      document: failing(JSON_TYPE, thing, { name: "a" }),
      verdict: { generated: ["ProbeErrors", "400: {"] },
    },
    {
      what: "RFC 9457",
      shows: "problem details (RFC 9457); other error bodies by `x-error`",
      document: failing("application/problem+json", problem, { title: "a" }),
      verdict: { generated: ["/pointer"] },
    },
    { what: "x-error", document: failing(JSON_TYPE, thing, { name: "a" }, { "x-error": { message: "/name" } }), verdict: { generated: ["/name"] } },
    {
      what: "an x-error that is no pointer",
      document: failing(JSON_TYPE, thing, { name: "a" }, { "x-error": { message: "name" } }),
      verdict: { at: '"x-error": →{', because: /JSON pointers such as "\/state"/ },
    },
    {
      what: "a new error status",
      document: documentOf({
        operation: { responses: { "204": { description: "Done." }, "400": { description: "Wrong." }, "409": { description: "Meanwhile." } } },
      }),
      verdict: { value: undefined },
    },
  ],
};
