import { describe, expect, test } from "vitest";
import { createContract } from "../src/lib/core/contract/create-contract.ts";
import { serializeReply } from "../src/lib/core/http/http.ts";

const row = { type: "object", required: ["n"], properties: { n: { type: "integer" } } };

/** What a handler sees of a body, or why it is refused. */
async function read(content: object, body: BodyInit, type?: string): Promise<unknown> {
  const contract = createContract({ paths: { "/a": { post: { operationId: "sendA", requestBody: { required: true, content } } } } });
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("the contract has one operation");
  const sent = new Request("https://a.example.com/a", { method: "POST", body, ...(type === undefined ? {} : { headers: { "content-type": type } }) });
  const bytes = new Uint8Array(await sent.arrayBuffer());
  const request = { query: "", header: (name: string) => sent.headers.get(name) ?? undefined, readBody: () => bytes } as never;
  const checked = await contract.checkRequest(operation, request, {}, 1000);
  return typeof checked === "string" ? checked : checked.issues.length > 0 ? checked.issues : checked.input.body;
}

describe("a form", () => {
  const schema = {
    type: "object",
    properties: {
      n: { type: "integer" },
      tags: { type: "array", items: { type: "string" } },
      at: { type: "object" },
      deep: { type: "object", properties: { n: { type: "integer" } } },
    },
  };
  const type = "application/x-www-form-urlencoded";

  test("has typed values, lists as fields of one name, objects as JSON", async () => {
    expect(await read({ [type]: { schema } }, "n=5&tags=a&tags=b+c&at=%7B%22x%22%3A1%7D", type)).toEqual({ n: 5, tags: ["a", "b c"], at: { x: 1 } });
  });

  test("is read by its encoding", async () => {
    const encoding = { tags: { style: "pipeDelimited", explode: false }, deep: { style: "deepObject" } };
    expect(await read({ [type]: { schema, encoding } }, "tags=a%7Cb&deep%5Bn%5D=5", type)).toEqual({ tags: ["a", "b"], deep: { n: 5 } });
  });

  test("that has a value twice is rejected", async () => {
    expect(await read({ [type]: { schema } }, "n=5&n=6", type)).toMatchObject([{ pointer: "/n", message: "must not be repeated" }]);
  });
});

describe("a multipart body", () => {
  const content = {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: {
          file: { type: "string", format: "binary" },
          about: { type: "object" },
          n: { type: "integer" },
          more: { type: "array", items: { type: "string", format: "binary" } },
        },
      },
    },
  };

  test("has files as bytes, objects as JSON, typed texts", async () => {
    const form = new FormData();
    form.append("file", new Blob([new Uint8Array([1, 255])]), "f");
    form.append("about", new Blob(['{"x":1}'], { type: "application/json" }));
    form.append("n", "5");
    for (const text of ["a", "b"]) form.append("more", new Blob([text]), text);
    const bytes = (text: string) => new TextEncoder().encode(text);
    expect(await read(content, form)).toEqual({ file: new Uint8Array([1, 255]), about: { x: 1 }, n: 5, more: [bytes("a"), bytes("b")] });
  });

  test("that lacks a part, or is none, is rejected", async () => {
    expect(await read(content, new FormData())).toMatchObject([{ pointer: "/file", message: "is required" }]);
    expect(await read(content, "x", "multipart/form-data; boundary=a")).toMatchObject([{ message: "is not valid multipart/form-data" }]);
  });
});

describe("a body of another kind", () => {
  test("JSON lines are a list of values, each by the schema", async () => {
    const content = { "application/x-ndjson": { schema: row } };
    expect(await read(content, '{"n":1}\n{"n":2}\n', "application/x-ndjson")).toEqual([{ n: 1 }, { n: 2 }]);
    expect(await read(content, '{"n":1}\n{}', "application/x-ndjson")).toMatchObject([{ pointer: "/1/n", message: "is required" }]);
    expect(await read(content, '{"n":1}\n{', "application/x-ndjson")).toMatchObject([{ pointer: "/1", message: "is not valid JSON" }]);
  });

  test("bytes and text come as they are, of any type that a range names", async () => {
    expect(await read({ "image/*": {} }, new Uint8Array([1, 2]), "image/png")).toEqual(new Uint8Array([1, 2]));
    expect(await read({ "*/*": {} }, new Uint8Array([3]), "image/png")).toEqual(new Uint8Array([3]));
    expect(await read({ "text/csv": { schema: { type: "string" } } }, "a,b", "text/csv; charset=utf-8")).toBe("a,b");
    expect(await read({ "image/*": {} }, "x", "text/plain")).toBe("unsupported-media-type");
    expect(await read({ "application/json; charset=utf-8": { schema: row } }, '{"n":1}', "application/json")).toEqual({ n: 1 });
  });

  test("a reply of rows is written as the media type separates them", () => {
    const written = (type: string) => serializeReply({ status: 200, body: [{ n: 1 }, { n: 2 }] }, type).body;
    expect(written("text/event-stream")).toBe('data: {"n":1}\n\ndata: {"n":2}\n\n');
    expect(written("application/x-ndjson")).toBe('{"n":1}\n{"n":2}\n');
    expect(written("application/json-seq")).toBe('\u001E{"n":1}\n\u001E{"n":2}\n');
  });
});

describe("a reply", () => {
  const contract = createContract({
    paths: {
      "/a": {
        get: {
          operationId: "getA",
          responses: { 200: { content: { "text/event-stream": { schema: row } } }, "4XX": { content: { "application/json": { schema: row } } } },
        },
      },
    },
  });
  const [operation] = contract.operations;

  test("is checked by the range of its status, and each of its rows by the schema", () => {
    if (operation === undefined) throw new Error("the contract has one operation");
    expect(contract.checkReply(operation, { status: 404, body: { n: 1 } })).toEqual([]);
    expect(contract.checkReply(operation, { status: 404, body: {} })).toMatchObject([{ pointer: "/n" }]);
    expect(contract.checkReply(operation, { status: 500, body: {} })).toMatchObject([{ message: "500 is not documented: expected 200, 4XX" }]);
    expect(contract.checkReply(operation, { status: 200, body: [{ n: 1 }, {}] })).toMatchObject([{ pointer: "/1/n" }]);
  });
});
