import { type Area, color, documentOf, integer, list, operation, parameter, text } from "./feature.ts";

const rgb = { R: 100, G: 200 };
const inJson = (schema: object): object => ({ content: { "application/json": { schema } } });
const deep = { type: "array", items: list };
/** A parameter without an example beside it: the example of JSON stands in its content. */
const p = { name: "p", in: "query", description: "One.", schema: text, example: "a" };

/** Parameters in all styles that OpenAPI 3.1 has. */
export const parameters: Area = {
  name: "parameters",
  features: [
    {
      what: "text in the query",
      shows: "in path, query, header and cookie",
      document: parameter("query", "a", { schema: text }),
      verdict: { input: { p: "a b" }, sent: "GET /things?p=a%20b" },
    },
    { what: "text in the path", document: parameter("path", "a", { schema: text }), verdict: { input: { p: "a/b" }, sent: "GET /things/a%2Fb" } },
    { what: "a header", document: parameter("header", "a", { schema: text }), verdict: { input: { p: "x" }, headers: { p: "x" } } },
    {
      what: "If-Match",
      document: documentOf({ operation: { parameters: [{ ...p, name: "If-Match", in: "header" }] } }),
      verdict: { input: { "If-Match": '"1"' }, headers: { "if-match": '"1"' } },
    },
    { what: "a cookie", document: parameter("cookie", "a", { schema: text }), verdict: { input: { p: "x" }, headers: { cookie: "p=x" } } },
    {
      what: "a required parameter",
      document: parameter("query", "a", { schema: text, required: true }),
      verdict: { input: { p: "a" }, sent: "GET /things?p=a" },
    },
    { what: "a number", document: parameter("query", 1.5, { schema: { type: "number" } }), verdict: { input: { p: 2.5 }, sent: "GET /things?p=2.5" } },
    { what: "a boolean", document: parameter("query", true, { schema: { type: "boolean" } }), verdict: { input: { p: false }, sent: "GET /things?p=false" } },
    {
      what: "an enum",
      document: parameter("query", "a", { schema: { type: "string", enum: ["a", "b"] } }),
      verdict: { input: { p: "b" }, sent: "GET /things?p=b" },
    },
    {
      what: "an integer enum",
      document: parameter("query", 1, { schema: { type: "integer", enum: [1, 2] } }),
      verdict: { input: { p: 2 }, sent: "GET /things?p=2" },
    },
    { what: "text or null", document: parameter("query", "a", { schema: { type: ["string", "null"] } }), verdict: { input: { p: null }, sent: "GET /things" } },
    {
      what: "an exploded array",
      shows: "arrays and objects, in every style of OpenAPI 3.1 for the place",
      document: parameter("query", ["a"], { schema: list }),
      verdict: { input: { p: ["a", "b,c"] }, sent: "GET /things?p=a&p=b%2Cc" },
    },
    {
      what: "an array by commas",
      document: parameter("query", ["a"], { schema: list, explode: false }),
      verdict: { input: { p: ["a", "b,c"] }, sent: "GET /things?p=a,b%2Cc" },
    },
    {
      what: "an array of integers",
      document: parameter("query", [1], { schema: { type: "array", items: integer }, explode: false }),
      verdict: { input: { p: [1, 2] }, sent: "GET /things?p=1,2" },
    },
    {
      what: "an array of a named enum",
      document: documentOf({
        operation: { parameters: [{ ...p, explode: false, schema: { type: "array", items: { $ref: "#/components/schemas/Status" } }, example: ["open"] }] },
        components: { schemas: { Status: { type: "string", enum: ["open", "overdue"] } } },
      }),
      verdict: { input: { p: ["open", "overdue"] }, sent: "GET /things?p=open,overdue", generated: ["Status"] },
    },
    {
      what: "pipeDelimited",
      document: parameter("query", ["a"], { style: "pipeDelimited", explode: false, schema: list }),
      verdict: { input: { p: ["a", "b"] }, sent: "GET /things?p=a%7Cb" },
    },
    {
      what: "spaceDelimited",
      document: parameter("query", ["a"], { style: "spaceDelimited", explode: false, schema: list }),
      verdict: { input: { p: ["a", "b"] }, sent: "GET /things?p=a%20b" },
    },
    {
      what: "pipeDelimited, exploded",
      shows: "a style for a value that it does not support",
      document: parameter("query", ["a"], { style: "pipeDelimited", explode: true, schema: list }),
      verdict: { at: '→{ "name": "p"', because: /is exploded, which OpenAPI 3\.1 does not define for pipeDelimited: use form/ },
    },
    {
      what: "spaceDelimited, exploded",
      document: parameter("query", ["a"], { style: "spaceDelimited", explode: true, schema: list }),
      verdict: { at: '→{ "name": "p"', because: /does not define for spaceDelimited: use form/ },
    },
    {
      what: "pipeDelimited text",
      document: parameter("query", "a", { style: "pipeDelimited", schema: text }),
      verdict: { at: '→{ "name": "p"', because: /supports only array and object values.*use form/ },
    },
    {
      what: "an array or null",
      document: parameter("query", ["a"], { schema: { type: ["array", "null"], items: text } }),
      verdict: { input: { p: ["a"] }, sent: "GET /things?p=a" },
    },
    {
      what: "text or an array",
      document: parameter("query", "a", { schema: { type: ["string", "array"], items: text } }),
      verdict: { input: { p: ["a", "b"] }, sent: "GET /things?p=a&p=b" },
    },
    {
      what: "text or an array, by anyOf",
      document: parameter("query", "a", { schema: { anyOf: [text, list] } }),
      verdict: { input: { p: "a" }, sent: "GET /things?p=a" },
    },
    {
      what: "a required array",
      document: parameter("query", ["a"], { required: true, schema: list }),
      verdict: { input: { p: ["a"] }, sent: "GET /things?p=a" },
    },
    {
      what: "a deepObject, inline",
      document: parameter("query", rgb, { style: "deepObject", schema: color }),
      verdict: { input: { p: rgb }, sent: "GET /things?p%5BR%5D=100&p%5BG%5D=200" },
    },
    {
      what: "a deepObject, named",
      document: documentOf({
        operation: { parameters: [{ ...p, style: "deepObject", schema: { $ref: "#/components/schemas/Color" }, example: rgb }] },
        components: { schemas: { Color: color } },
      }),
      verdict: { input: { p: rgb }, sent: "GET /things?p%5BR%5D=100&p%5BG%5D=200" },
    },
    {
      what: "a deepObject with an array inside",
      shows: "nested arrays and objects, except as JSON",
      document: parameter("query", { a: ["b"] }, { style: "deepObject", schema: { type: "object", properties: { a: list } } }),
      verdict: { at: '→{ "name": "p"', because: /nested array or object, .*defines no style: send it as JSON/ },
    },
    {
      what: "deepObject text",
      document: parameter("query", "a", { style: "deepObject", schema: text }),
      verdict: { at: '→{ "name": "p"', because: /supports only object values; its schema allows scalar/ },
    },
    { what: "a form object, exploded", document: parameter("query", rgb, { schema: color }), verdict: { input: { p: rgb }, sent: "GET /things?R=100&G=200" } },
    {
      what: "a form object by commas",
      document: parameter("query", rgb, { explode: false, schema: color }),
      verdict: { input: { p: rgb }, sent: "GET /things?p=R,100,G,200" },
    },
    {
      what: "JSON in the query",
      shows: "`content: application/json`",
      document: parameter("query", rgb, inJson(color)),
      verdict: { input: { p: rgb }, sent: "GET /things?p=%7B%22R%22%3A100%2C%22G%22%3A200%7D" },
    },
    { what: "JSON in the path", document: parameter("path", ["a"], inJson(list)), verdict: { input: { p: ["a"] }, sent: "GET /things/%5B%22a%22%5D" } },
    { what: "JSON in a header", document: parameter("header", ["a"], inJson(list)), verdict: { input: { p: ["a"] }, headers: { p: '["a"]' } } },
    { what: "JSON in a cookie", document: parameter("cookie", ["a"], inJson(list)), verdict: { input: { p: ["a"] }, headers: { cookie: "p=%5B%22a%22%5D" } } },
    {
      what: "XML in the query",
      shows: "`content` of another media type",
      document: parameter("query", "a", { content: { "application/xml": { schema: text } } }),
      verdict: { at: '→{ "name": "p"', because: /must have only the content application\/json; it has application\/xml/ },
    },
    { what: "neither schema nor content", document: parameter("query", "a", {}), verdict: { at: '→{ "name": "p"', because: /schema/ } },
    {
      what: "a name with brackets",
      shows: "names that need encoding",
      document: documentOf({ operation: { parameters: [{ ...p, name: "p[]", schema: list, example: ["a"] }] } }),
      verdict: { input: { "p[]": ["a", "b"] }, sent: "GET /things?p%5B%5D=a&p%5B%5D=b" },
    },
    {
      what: "a name that separates",
      document: documentOf({ operation: { parameters: [{ ...p, name: "a&b" }] } }),
      verdict: { input: { "a&b": "c" }, sent: "GET /things?a%26b=c" },
    },
    {
      what: "allowReserved",
      shows: "`allowReserved` in the query",
      document: parameter("query", "a", { schema: text, allowReserved: true }),
      verdict: { input: { p: "a/b?c" }, sent: "GET /things?p=a/b?c" },
    },
    {
      what: "allowReserved in the path",
      shows: "`allowReserved` elsewhere",
      document: parameter("path", "a", { schema: text, allowReserved: true }),
      verdict: { at: '→{ "name": "p"', because: /has allowReserved, which OpenAPI 3\.1 defines only for the query: remove it/ },
    },
    { what: "label", document: parameter("path", "a", { style: "label", schema: text }), verdict: { input: { p: "a" }, sent: "GET /things/.a" } },
    {
      what: "label, an array",
      document: parameter("path", ["a"], { style: "label", schema: list }),
      verdict: { input: { p: ["a", "b"] }, sent: "GET /things/.a,b" },
    },
    {
      what: "label, an exploded object",
      document: parameter("path", rgb, { style: "label", explode: true, schema: color }),
      verdict: { input: { p: rgb }, sent: "GET /things/.R=100.G=200" },
    },
    { what: "matrix", document: parameter("path", "a", { style: "matrix", schema: text }), verdict: { input: { p: "a" }, sent: "GET /things/;p=a" } },
    {
      what: "matrix, an exploded array",
      document: parameter("path", ["a"], { style: "matrix", explode: true, schema: list }),
      verdict: { input: { p: ["a", "b"] }, sent: "GET /things/;p=a;p=b" },
    },
    {
      what: "matrix in the query",
      document: parameter("query", "a", { style: "matrix", schema: text }),
      verdict: { at: '→{ "name": "p"', because: /style matrix, which OpenAPI 3\.1 does not have there: use form/ },
    },
    { what: "a path array", document: parameter("path", ["a"], { schema: list }), verdict: { input: { p: ["a", "b"] }, sent: "GET /things/a,b" } },
    { what: "a path object", document: parameter("path", rgb, { schema: color }), verdict: { input: { p: rgb }, sent: "GET /things/R,100,G,200" } },
    {
      what: "a path parameter that is not required",
      shows: "a path parameter that is not required",
      document: parameter("path", "a", { schema: text, required: false }),
      verdict: { at: '→{ "name": "p"', because: /required/ },
    },
    { what: "a header array", document: parameter("header", ["a"], { schema: list }), verdict: { input: { p: ["a", "b"] }, headers: { p: "a,b" } } },
    { what: "a header object", document: parameter("header", rgb, { schema: color }), verdict: { input: { p: rgb }, headers: { p: "R,100,G,200" } } },
    {
      what: "a header with a space in its name",
      shows: "names that HTTP does not allow",
      document: documentOf({ operation: { parameters: [{ ...p, name: "a b", in: "header" }] } }),
      verdict: { at: '→{ "name": "a b"', because: /has a name that HTTP does not allow/ },
    },
    {
      what: "the header Host",
      shows: "headers that the platform sets",
      document: documentOf({ operation: { parameters: [{ ...p, name: "Host", in: "header" }] } }),
      verdict: { at: '→{ "name": "Host"', because: /is set by the platform: remove it/ },
    },
    {
      what: "the header Cookie",
      document: documentOf({ operation: { parameters: [{ ...p, name: "Cookie", in: "header" }] } }),
      verdict: { at: '→{ "name": "Cookie"', because: /must have "in: cookie"/ },
    },
    {
      what: "the header Accept",
      shows: "the headers `Accept`, `Authorization`, `Content-Type`",
      document: documentOf({ operation: { parameters: [{ ...p, name: "Accept", in: "header" }] } }),
      verdict: { sent: "GET /things" },
    },
    {
      what: "a cookie array by commas",
      document: parameter("cookie", ["a"], { explode: false, schema: list }),
      verdict: { input: { p: ["a", "b"] }, headers: { cookie: "p=a,b" } },
    },
    {
      what: "a cookie array, exploded",
      document: parameter("cookie", ["a"], { schema: list }),
      verdict: { at: '→{ "name": "p"', because: /cookies are separated by semicolons/ },
    },
    {
      what: "an array of arrays",
      document: parameter("query", [["a"]], { schema: deep }),
      verdict: { at: '→{ "name": "p"', because: /defines no style: send it as JSON/ },
    },
    {
      what: "parameters of the path item",
      shows: "of a path item, for all its operations",
      document: documentOf({ item: { parameters: [p] } }),
      verdict: { input: { p: "a" }, sent: "GET /things?p=a" },
    },
    {
      what: "a parameter of the path item, replaced by the operation's",
      document: documentOf({ item: { parameters: [p] }, operation: { parameters: [{ ...p, schema: integer, example: 1 }] } }),
      verdict: { input: { p: 2 }, sent: "GET /things?p=2" },
    },
    {
      what: "a 64-bit integer",
      shows: "64-bit integers, as decimal strings",
      document: parameter("query", 1, { schema: { type: "integer", format: "int64" } }),
      verdict: { input: { p: "9223372036854775807" }, sent: "GET /things?p=9223372036854775807" },
    },
    {
      what: "64-bit integers in JSON",
      shows: "64-bit integers in `content: application/json`",
      document: parameter("query", 1, inJson({ type: "integer", format: "int64" })),
      verdict: { at: '→{ "name": "p"', because: /has "format: int64" in JSON/ },
    },
    {
      what: "a deprecated parameter",
      document: parameter("query", "a", { schema: text, deprecated: true }),
      verdict: { input: { p: "a" }, generated: ["@deprecated"] },
    },
    {
      what: "an idempotency key",
      shows: "a header with `x-idempotency-key`, made by the client",
      document: documentOf({
        method: "post",
        operation: { "x-retry": "with-key", parameters: [{ ...p, name: "Idempotency-Key", in: "header", "x-idempotency-key": true }] },
      }),
      verdict: { sent: "POST /things", generated: ["with-key"] },
    },
    {
      what: "a retry with a key without a key",
      document: documentOf({ method: "post", operation: { "x-retry": "with-key" } }),
      verdict: { at: '→"responses"', because: /no header parameter with "x-idempotency-key: true": add the parameter/ },
    },
    {
      what: "an idempotency key that is one character shorter than a UUID",
      document: documentOf({
        method: "post",
        operation: { parameters: [{ ...p, name: "K", in: "header", "x-idempotency-key": true, schema: { type: "string", maxLength: 35 } }] },
      }),
      verdict: { at: '→{ "name": "K"', because: /the client makes a UUID, such as .*, for K, which its schema does not accept: accept UUIDs/ },
    },
    {
      what: "a read with a retry by a key",
      document: documentOf({ operation: { "x-retry": "with-key", parameters: [{ ...p, name: "K", in: "header", "x-idempotency-key": true }] } }),
      verdict: { at: '"x-retry": →"with-key"', because: /must be x-retry: safe, because it is a read/ },
    },
    {
      what: "an idempotency key in the query",
      document: documentOf({ method: "post", operation: { parameters: [{ ...p, "x-idempotency-key": true }] } }),
      verdict: { at: '"x-idempotency-key": →true', because: /on a header parameter/ },
    },
    {
      what: "a parameter that is a reference",
      document: documentOf({ operation: { parameters: [{ $ref: "#/components/parameters/P" }] }, components: { parameters: { P: p } } }),
      verdict: { input: { p: "a" }, sent: "GET /things?p=a" },
    },
    {
      what: "a second operation with a path parameter",
      document: documentOf({ paths: { "/things/{p}": { get: operation("getThing", "get", { parameters: [{ ...p, in: "path", required: true }] }) } } }),
      verdict: { calls: "getThing", input: { p: "a" }, sent: "GET /things/a" },
    },
    {
      what: "a map of objects, among alternatives",
      document: parameter("query", "a", {
        schema: { oneOf: [text, { type: "object", additionalProperties: { type: "object", additionalProperties: text } }] },
      }),
      verdict: { at: '→{ "name": "p"', because: /has a nested array or object/ },
    },
    {
      what: "a cookie with a name that ends it",
      document: documentOf({ operation: { parameters: [{ ...p, name: "a;b", in: "cookie" }] } }),
      verdict: { at: '→{ "name": "a;b"', because: /has a name that HTTP does not allow/ },
    },
    {
      what: "a header in other letters",
      document: documentOf({
        operation: {
          parameters: [
            { ...p, in: "header" },
            { ...p, name: "P", in: "header" },
          ],
        },
      }),
      verdict: { at: '→{ "name": "P"', because: /the header P exists twice, in different cases/ },
    },
    {
      what: "an exploded object with a member that is a parameter",
      document: documentOf({
        operation: {
          parameters: [
            { ...p, name: "q" },
            { ...p, schema: { type: "object", properties: { q: text } }, example: { q: "a" } },
          ],
        },
      }),
      verdict: { at: '→{ "name": "p"', because: /p is exploded, so its property q has the name of the query parameter q/ },
    },
  ],
};
