import { type Area, responseWith, body, documentOf, integer, list, text, thing } from "./feature.ts";

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
const bytes = { type: "string", format: "binary" };
const file = new Blob(["%PDF"], { type: "application/pdf" });
const cat = { type: "object", required: ["kind", "lives"], properties: { kind: { const: "cat" }, lives: integer } };
const dog = { type: "object", required: ["kind", "name"], properties: { kind: { const: "dog" }, name: text } };
const named = { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: "kind" } };
const asBody = (type: string) => ({ "content-type": type });
const several = (content: object): object => documentOf({ method: "post", operation: { requestBody: { required: true, content } } });
const item = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string", readOnly: true }, name: text, pin: { type: "string", writeOnly: true } },
};
const itemRef = { $ref: "#/components/schemas/Item" };
const int64 = { type: "integer", format: "int64" };

/** Bodies of requests. */
export const bodies: Area = {
  name: "bodies",
  features: [
    {
      what: "a JSON object",
      shows: "JSON in any spelling, such as `application/merge-patch+json` or with a charset",
      document: body(JSON_TYPE, thing, { name: "a" }),
      verdict: { input: { body: { name: "a" } }, body: '{"name":"a"}', headers: asBody(JSON_TYPE) },
    },
    {
      what: "application/json; charset=utf-8",
      document: body("application/json; charset=utf-8", thing, { name: "a" }),
      verdict: { input: { body: { name: "a" } }, body: '{"name":"a"}', headers: asBody("application/json; charset=utf-8") },
    },
    { what: "APPLICATION/JSON", document: body("APPLICATION/JSON", thing, { name: "a" }), verdict: { input: { body: { name: "a" } }, body: '{"name":"a"}' } },
    {
      what: "merge-patch",
      document: body("application/merge-patch+json", { type: "object", properties: { name: { type: ["string", "null"] } } }, { name: null }),
      verdict: { input: { body: { name: null } }, body: '{"name":null}', headers: asBody("application/merge-patch+json") },
    },
    {
      what: "an array",
      shows: "an object, an array, a map, a scalar, null",
      document: body(JSON_TYPE, list, ["a"]),
      verdict: { input: { body: ["a"] }, body: '["a"]' },
    },
    {
      what: "a map",
      document: body(JSON_TYPE, { type: "object", additionalProperties: integer }, { a: 1 }),
      verdict: { input: { body: { a: 1 } }, body: '{"a":1}' },
    },
    { what: "a text", document: body(JSON_TYPE, text, "a"), verdict: { input: { body: "a" }, body: '"a"' } },
    {
      what: "a nullable object",
      document: body(JSON_TYPE, { type: ["object", "null"], properties: { name: text } }, null),
      verdict: { input: { body: null }, body: "null" },
    },
    {
      what: "an array or an object",
      shows: "`oneOf` and `anyOf`, with and without a discriminator",
      document: body(JSON_TYPE, { oneOf: [list, thing] }, ["a"]),
      verdict: { input: { body: ["a"] }, body: '["a"]' },
    },
    { what: "a text or an object", document: body(JSON_TYPE, { anyOf: [text, thing] }, "a"), verdict: { input: { body: "a" }, body: '"a"' } },
    {
      what: "a discriminator with constants",
      document: body(JSON_TYPE, named, { kind: "cat", lives: 9 }, { schemas: { Cat: cat, Dog: dog } }),
      verdict: { input: { body: { kind: "dog", name: "a" } }, body: '{"kind":"dog","name":"a"}' },
    },
    { what: "an optional body", document: body(JSON_TYPE, thing, { name: "a" }, { required: false }), verdict: { body: "" } },
    {
      what: "a DELETE with a body",
      document: documentOf({
        method: "delete",
        operation: { requestBody: { required: true, content: { [JSON_TYPE]: { schema: thing, examples: { one: { value: { name: "a" } } } } } } },
      }),
      verdict: { input: { body: { name: "a" } }, sent: "DELETE /things", body: '{"name":"a"}' },
    },
    {
      what: "a GET with a body",
      shows: "a body of GET",
      document: documentOf({ operation: { requestBody: { content: { [JSON_TYPE]: { schema: thing, examples: { one: { value: { name: "a" } } } } } } } }),
      verdict: { at: '→"application/json"', because: /a GET has a body, which fetch does not send .*: make it a POST/ },
    },
    {
      what: "properties that are only read",
      shows: "`readOnly` and `writeOnly`",
      document: body(JSON_TYPE, item, { name: "a" }),
      verdict: { input: { body: { name: "a", pin: "1" } }, body: '{"name":"a","pin":"1"}' },
    },
    {
      what: "properties that are only read, in a schema that responses share",
      document: documentOf({
        method: "post",
        operation: {
          requestBody: { required: true, content: { [JSON_TYPE]: { schema: itemRef, examples: { one: { value: { name: "a", pin: "1" } } } } } },
          responses: { "200": responseWith(JSON_TYPE, itemRef, { id: "1", name: "a" }), "400": { description: "Wrong." } },
        },
        components: { schemas: { Item: item } },
      }),
      verdict: {
        input: { body: { name: "a", pin: "1" } },
        response: () => Response.json({ id: "1", name: "a" }),
        value: { id: "1", name: "a" },
        generated: ["ItemRequest"],
      },
    },
    {
      what: "a form",
      shows: "a form, with arrays, and objects as JSON or deepObject",
      document: body(FORM, thing, { name: "a b" }),
      verdict: { input: { body: { name: "a b" } }, body: "name=a+b", headers: asBody(FORM) },
    },
    {
      what: "a form with an array",
      document: body(FORM, { type: "object", properties: { tags: list } }, { tags: ["a"] }),
      verdict: { input: { body: { tags: ["a", "b"] } }, body: "tags=a&tags=b" },
    },
    {
      what: "a form with an array by commas",
      document: body(
        FORM,
        { type: "object", properties: { tags: list } },
        { tags: ["a"] },
        { media: { encoding: { tags: { style: "form", explode: false } } } },
      ),
      verdict: { input: { body: { tags: ["a", "b"] } }, body: "tags=a%2Cb" },
    },
    {
      what: "a form with an array in the style form",
      document: body(FORM, { type: "object", properties: { tags: list } }, { tags: ["a"] }, { media: { encoding: { tags: { style: "form" } } } }),
      verdict: { input: { body: { tags: ["a", "b"] } }, body: "tags=a&tags=b" },
    },
    {
      what: "a form with an array by pipes",
      document: body(FORM, { type: "object", properties: { tags: list } }, { tags: ["a"] }, { media: { encoding: { tags: { style: "pipeDelimited" } } } }),
      verdict: { input: { body: { tags: ["a", "b"] } }, body: "tags=a%7Cb" },
    },
    {
      what: "a form with a deepObject",
      document: body(
        FORM,
        { type: "object", properties: { meta: thing } },
        { meta: { name: "a" } },
        { media: { encoding: { meta: { style: "deepObject" } } } },
      ),
      verdict: { input: { body: { meta: { name: "a" } } }, body: "meta%5Bname%5D=a" },
    },
    {
      what: "a form with an encoding of no property",
      shows: "an encoding without a property",
      document: body(FORM, thing, { name: "a" }, { media: { encoding: { nome: { style: "form" } } } }),
      verdict: { at: '→"nome"', because: /the encoding of nome belongs to no property of the form: correct the name/ },
    },
    {
      what: "a form with a field of XML",
      document: body(FORM, thing, { name: "a" }, { media: { encoding: { name: { contentType: "application/xml" } } } }),
      verdict: { at: '"encoding": { →"name"', because: /contentType application\/xml, which is not supported for a field: use application\/json/ },
    },
    {
      what: "a form that is an array",
      shows: "a form that is not an object",
      document: body(FORM, list, ["a"]),
      verdict: { at: '→"application/x-www-form-urlencoded"', because: /must be an object, whose properties become fields/ },
    },
    {
      what: "a form by a discriminator",
      document: body(FORM, named, { kind: "cat", lives: 9 }, { schemas: { Cat: cat, Dog: dog } }),
      verdict: { input: { body: { kind: "dog", name: "a" } }, body: "kind=dog&name=a" },
    },
    {
      what: "a form that is a oneOf without a discriminator",
      shows: "a form that is a `oneOf` without a discriminator",
      document: body(FORM, { oneOf: [cat, dog] }, { kind: "cat", lives: 9 }),
      verdict: { at: '→"schema"', because: /the form of doThing is a oneOf without a discriminator: add one, or make it one object/ },
    },
    {
      what: "a form by a discriminator without constants",
      document: body(
        FORM,
        { ...named, discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat", dog: "#/components/schemas/Dog" } } },
        { kind: "cat", lives: 9 },
        { schemas: { Cat: cat, Dog: { ...dog, properties: { kind: text, name: text } } } },
      ),
      verdict: { at: '→"Dog"', because: /each alternative of the form of doThing must have a string as the const of kind/ },
    },
    {
      what: "a multipart upload",
      shows: "`multipart/form-data`: files, lists of files, JSON parts",
      document: body(MULTIPART, { type: "object", required: ["file"], properties: { file: bytes, name: text } }, undefined),
      verdict: { input: { body: { file, name: "a" } }, body: ['name="file"', "%PDF", 'name="name"'] },
    },
    {
      what: "several files",
      document: body(MULTIPART, { type: "object", properties: { files: { type: "array", items: bytes } } }, undefined),
      verdict: { input: { body: { files: [file, file] } }, body: ['name="files"'] },
    },
    {
      what: "a JSON part",
      document: body(MULTIPART, { type: "object", properties: { meta: thing, file: bytes } }, undefined),
      verdict: { input: { body: { meta: { name: "a" }, file } }, body: ['{"name":"a"}', "application/json"] },
    },
    {
      what: "a part with a media type",
      document: body(MULTIPART, { type: "object", properties: { file: bytes } }, undefined, {
        media: { encoding: { file: { contentType: "application/pdf" } } },
      }),
      verdict: { input: { body: { file } }, body: ['name="file"'] },
    },
    {
      what: "a part with headers",
      shows: "headers and styles of parts",
      document: body(MULTIPART, { type: "object", properties: { file: bytes } }, undefined, {
        media: { encoding: { file: { headers: { "X-A": { description: "A.", schema: text, example: "a" } } } } },
      }),
      verdict: { at: '"encoding": { →"file"', because: /the encoding of the part file has headers, which clients do not support: remove it/ },
    },
    {
      what: "parts without names",
      shows: "parts without names",
      document: body(MULTIPART, { type: "object", additionalProperties: bytes }, undefined),
      verdict: { at: '→"schema"', because: /has additionalProperties, whose parts have no names in the contract: declare each part/ },
    },
    {
      what: "parts without names, in a schema that responses share",
      document: documentOf({
        method: "post",
        operation: {
          requestBody: { required: true, content: { [MULTIPART]: { schema: itemRef } } },
          responses: { "200": responseWith(JSON_TYPE, itemRef, { id: "1", name: "a" }), "400": { description: "Wrong." } },
        },
        components: { schemas: { Item: { ...item, additionalProperties: text } } },
      }),
      verdict: { at: '→"Item"', because: /has additionalProperties, whose parts have no names in the contract: declare each part/ },
    },
    {
      what: "multipart/mixed",
      shows: "`multipart/mixed`, XML as an object",
      document: body("multipart/mixed", { type: "object", properties: { a: text } }, undefined),
      verdict: { at: '→"multipart/mixed"', because: /a body of multipart\/mixed is not supported: send multipart\/form-data/ },
    },
    {
      what: "octet-stream",
      shows: "bytes, text, CSV, XML as text",
      document: body("application/octet-stream", bytes, undefined),
      verdict: { input: { body: new Uint8Array([97, 98]) }, body: "ab", headers: asBody("application/octet-stream") },
    },
    {
      what: "an image",
      document: body("image/png", bytes, undefined),
      verdict: { input: { body: new Uint8Array([97, 98]) }, body: "ab", headers: asBody("image/png") },
    },
    { what: "text/plain", document: body("text/plain", text, "a"), verdict: { input: { body: "hello" }, body: "hello" } },
    { what: "text/csv", document: body("text/csv", text, "a,b"), verdict: { input: { body: "a,b" }, body: "a,b" } },
    {
      what: "application/xml",
      document: body("application/xml", text, "<a/>"),
      verdict: { input: { body: "<a/>" }, body: "<a/>", headers: asBody("application/xml") },
    },
    {
      what: "XML as an object",
      document: body("application/xml", thing, { name: "a" }),
      verdict: {
        at: '→"application/xml"',
        because: /application\/xml has a schema of object, which only JSON and forms support: write "type: string", or send JSON/,
      },
    },
    {
      what: "x-ndjson",
      shows: "JSON lines, streamed",
      document: body("application/x-ndjson", list, ["a"]),
      verdict: { input: { body: ["a", "b"] }, body: '"a"\n"b"\n' },
    },
    {
      what: "two media types",
      shows: "several other media types",
      document: several({ [JSON_TYPE]: { schema: thing, examples: { one: { value: { name: "a" } } } }, "text/plain": { schema: text, example: "a" } }),
      verdict: {
        at: '→"content"',
        because: /must have one media type \(several only for bytes, or for JSON of one schema\); it has application\/json, text\/plain: remove/,
      },
    },
    {
      what: "two media types of JSON",
      shows: "several media types of JSON with one schema",
      document: several(
        Object.fromEntries([JSON_TYPE, "application/json-patch+json"].map((type) => [type, { schema: thing, examples: { one: { value: { name: "a" } } } }])),
      ),
      verdict: { input: { body: { name: "a" } }, body: '{"name":"a"}', headers: asBody(JSON_TYPE) },
    },
    {
      what: "two media types of JSON with two schemas",
      shows: "several other media types",
      document: several({
        [JSON_TYPE]: { schema: thing, examples: { one: { value: { name: "a" } } } },
        "application/json-patch+json": { schema: text, examples: { one: { value: "a" } } },
      }),
      verdict: { at: '→"content"', because: /must have one media type/ },
    },
    {
      what: "two media types of bytes",
      shows: "several media types, each of bytes",
      document: several({ "image/png": { schema: bytes }, "image/jpeg": { schema: bytes } }),
      verdict: { input: { body: new Uint8Array([97, 98]) }, body: "ab", headers: asBody("image/png") },
    },
    {
      what: "a merge patch",
      shows: "merge patches",
      document: body("application/merge-patch+json", { type: "object", properties: { note: text } }, { note: "a" }),
      verdict: { input: { body: { note: null } }, body: '{"note":null}' },
    },
    {
      what: "a 64-bit integer",
      shows: "64-bit integers in JSON, and in fields of a form or of a multipart body",
      document: body(JSON_TYPE, { type: "object", properties: { size: int64 } }, { size: 1 }),
      verdict: { input: { body: { size: "9007199254740993" } }, body: '{"size":9007199254740993}' },
    },
    {
      what: "a 64-bit integer in a line",
      shows: "64-bit integers in NDJSON, and in JSON inside a form or a multipart body",
      document: body("application/x-ndjson", { type: "array", items: { type: "object", properties: { size: int64 } } }, [{ size: 1 }]),
      verdict: { at: '→"items"', because: /has "format: int64", which is only supported in JSON bodies and outside of JSON/ },
    },
    {
      what: "a recursive schema",
      document: body(
        JSON_TYPE,
        { $ref: "#/components/schemas/Tree" },
        { children: [] },
        { schemas: { Tree: { type: "object", properties: { children: { type: "array", items: { $ref: "#/components/schemas/Tree" } } } } } },
      ),
      verdict: { input: { body: { children: [{}] } }, body: '{"children":[{}]}' },
    },
    {
      what: "members that exclude each other",
      shows: "`x-exclusive`",
      document: body(
        JSON_TYPE,
        { $ref: "#/components/schemas/Who" },
        { team: "a" },
        { schemas: { Who: { type: "object", properties: { team: text, user: text }, "x-exclusive": [["team", "user"]] } } },
      ),
      verdict: { input: { body: { user: "a" } }, body: '{"user":"a"}' },
    },
  ],
};
