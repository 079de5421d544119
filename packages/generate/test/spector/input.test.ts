import { describe, expect, it } from "vitest";
import { findOperation, type OpenApiDocument } from "./documents.ts";
import { inputOf } from "./input.ts";
import type { MockApi } from "./scenarios.ts";

const binary = { type: "string", format: "binary" };

const document: OpenApiDocument = {
  info: { version: "1" },
  paths: {
    "/files/{id}": {
      post: {
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { $ref: "#/components/parameters/Tags" },
          { name: "deep", in: "query", schema: { type: "boolean" } },
          { name: "X-Days", in: "header", schema: { type: "array", items: { type: "number" } } },
          { name: "Accept", in: "header", schema: { type: "string" } },
        ],
        requestBody: {
          content: {
            "application/json": { schema: {} },
            "text/plain": { schema: { type: "string" } },
            "application/jsonl": { schema: {} },
            "image/png": { schema: binary },
            "multipart/form-data": { schema: { type: "object", properties: { one: binary, many: { type: "array", items: binary } } } },
          },
        },
      },
    },
  },
  components: { parameters: { Tags: { name: "tags", in: "query", style: "pipeDelimited", schema: { type: "array", items: { type: "string" } } } } },
};

function inputFor(request: MockApi["request"]): unknown {
  const api: MockApi = { uri: "/files/7", method: "post", response: { status: 204 }, ...(request && { request }) };
  const match = findOperation(document, "post", api.uri);
  if (match === undefined) throw new Error("there is no such operation");
  return inputOf(document, match, api);
}

describe("the input for a request", () => {
  it("has the parameters as values of their types, by their styles", () => {
    const headers = { "x-days": "1,2.5", accept: "text/plain" };
    expect(inputFor({ query: { tags: "a|b", deep: "true" }, headers })).toEqual({ id: 7, tags: ["a", "b"], deep: true, "X-Days": [1, 2.5] });
  });

  it("has a repeated name of the query as a list", () => {
    expect(inputFor({ query: { tags: ["a", "b"] } })).toEqual({ id: 7, tags: ["a", "b"] });
  });

  it("has the body as a value, text, lines or bytes, by the media type of the request", () => {
    const json = { contentType: "application/json", rawContent: { serialize: () => '{"a":[1]}' } };
    expect(inputFor({ body: json })).toEqual({ id: 7, body: { a: [1] } });
    const text = { contentType: "application/json", rawContent: { serialize: () => '"cat"' } };
    expect(inputFor({ body: text, headers: { "Content-Type": "text/plain" } })).toEqual({ id: 7, body: "cat" });
    expect(inputFor({ body: { contentType: "application/jsonl", rawContent: Buffer.from('{"a":1}\n{"a":2}') } })).toEqual({
      id: 7,
      body: [{ a: 1 }, { a: 2 }],
    });
    expect(inputFor({ body: { contentType: "image/png", rawContent: Buffer.from([1, 2]) } })).toEqual({ id: 7, body: new Uint8Array([1, 2]) });
  });

  it("has 64-bit integers as decimal strings, and a Blob where the contract has a range of media types", async () => {
    const contents = { "application/json": { schema: { type: "array", items: { type: "integer", format: "int64" } } }, "*/*": { schema: binary } };
    const own = { ...document, paths: { "/x": { post: { requestBody: { content: contents } } } } };
    const bodyFor = (contentType: string, rawContent: string): unknown => {
      const api: MockApi = { uri: "/x", method: "post", request: { body: { contentType, rawContent } }, response: { status: 204 } };
      const match = findOperation(own, "post", "/x");
      return match && inputOf(own, match, api)?.["body"];
    };
    expect(bodyFor("application/json", "[1]")).toEqual(["1"]);
    const file = bodyFor("image/png", "a");
    expect(file instanceof Blob && [file.type, await file.text()]).toEqual(["image/png", "a"]);
  });

  it("has the parts of a form with their files, as a list where the contract has one", async () => {
    const file = (fieldname: string) => ({ fieldname, originalname: "a.png", buffer: Buffer.from([1]), mimetype: "image/png" });
    const body = { kind: "multipart" as const, contentType: "multipart/form-data", parts: { id: 1 }, files: [file("one"), file("many")] };
    const input = inputFor({ body }) as { readonly body: { readonly id: number; readonly one: File; readonly many: readonly File[] } };
    expect(input.body.id).toBe(1);
    expect([input.body.one.name, input.body.one.type, await input.body.one.text()]).toEqual(["a.png", "image/png", "\u0001"]);
    expect(input.body.many.map(({ name }) => name)).toEqual(["a.png"]);
  });
});
