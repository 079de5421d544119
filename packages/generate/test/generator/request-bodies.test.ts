import { describe, expect, it } from "vitest";
import { formatFinding } from "../../src/lib/contract/index.ts";
import { outcomeOf } from "../made.ts";
import { clientOf, contractOf } from "./lenient-client.ts";

const secured = { security: [], "x-retry": "never" };
const responses = { "204": { description: "Done." } };

/** A contract of one operation, `send`, with a body. */
function bodyContract(content: object, { schemas = {}, method = "post", required = true } = {}): string {
  return contractOf({ "/x": { [method]: { operationId: "send", summary: "Sends", ...secured, requestBody: { required, content }, responses } } }, schemas);
}

/** What is refused of a contract, with its place. */
const problemOf = async (contract: string): Promise<string> =>
  (await outcomeOf(contract, { rules: "none" })).findings.map((finding) => formatFinding(finding)).join("\n");

describe("a body of bytes with several media types", () => {
  it("has that of the Blob, or else the first", async () => {
    const binary = { schema: { type: "string", format: "binary" } };
    const { client, requests, check } = await clientOf(bodyContract({ "image/png": binary, "image/jpeg": binary }));
    await client["send"]?.({ body: new Blob(["a"], { type: "image/jpeg" }) });
    await client["send"]?.({ body: new TextEncoder().encode("b") });
    expect(requests.map(({ headers }) => headers.get("content-type"))).toEqual(["image/jpeg", "image/png"]);
    await expect(client["send"]?.({ body: new Blob(["a"], { type: "image/gif" }) })).rejects.toThrow("must have the media type image/png, image/jpeg");
    expect(check("void client.send({ body: new Blob([]) });")).toEqual([]);
  });
});

describe("a body of JSON", () => {
  const object = { type: "object", properties: { a: { type: "string", minLength: 2 } } };

  it.each(["application/json; charset=utf-8", "Application/JSON", "application/vnd.probe+json", "application/merge-patch+json"])(
    "is sent as %s",
    async (mediaType) => {
      const { client, requests } = await clientOf(bodyContract({ [mediaType]: { schema: object } }));
      await client["send"]?.({ body: { a: "bc" } });
      expect(requests[0]?.headers.get("content-type")).toBe(mediaType);
      expect(await requests[0]?.text()).toBe('{"a":"bc"}');
    },
  );

  it.each([
    ["an array or an object", { oneOf: [{ type: "array", items: { type: "integer" } }, object] }, [[1, 2], { a: "bc" }]],
    ["a string or an object", { anyOf: [{ type: "string" }, object] }, ["text", { a: "b" }]],
    ["an object or null", { type: ["object", "null"], properties: { a: { type: "string" } } }, [{ a: "b" }, null]],
    ["an array or null", { oneOf: [{ type: "array", items: object }, { type: "null" }] }, [[{ a: "bc" }], null]],
    ["a map", { type: "object", additionalProperties: { type: "integer" } }, [{ a: 1 }]],
    ["a number", { type: "number" }, [1.5]],
    ["anything", {}, [[1], "a", true, { b: 2 }]],
  ])("may be %s", async (_what, schema, values) => {
    const { client, requests, check } = await clientOf(
      bodyContract({ "application/json": { schema: { $ref: "#/components/schemas/Given" } } }, { schemas: { Given: schema } }),
    );
    for (const body of values) await client["send"]?.({ body });
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(values.map((value) => JSON.stringify(value)));
    expect(check(values.map((value) => `void client.send({ body: ${JSON.stringify(value)} });`).join("\n"))).toEqual([]);
  });

  it("may be left out if it is optional", async () => {
    const { client, requests, check } = await clientOf(bodyContract({ "application/json": { schema: object } }, { required: false }));
    await client["send"]?.();
    expect([requests[0]?.headers.has("content-type"), await requests[0]?.text()]).toEqual([false, ""]);
    expect(check("void client.send();")).toEqual([]);
  });

  it("goes with a DELETE, and not with a GET", async () => {
    const { client, requests } = await clientOf(bodyContract({ "application/json": { schema: object } }, { method: "delete" }));
    await client["send"]?.({ body: { a: "bc" } });
    expect([requests[0]?.method, await requests[0]?.text()]).toEqual(["DELETE", '{"a":"bc"}']);
    for (const method of ["get", "head"])
      expect(await problemOf(bodyContract({ "application/json": { schema: object } }, { method }))).toMatch(
        new RegExp(`:1:\\d+: send: a ${method.toUpperCase()} has a body, which fetch does not send`),
      );
  });

  it("has every digit of a 64-bit integer, which is given as a decimal string", async () => {
    const id = { type: "integer", format: "int64" };
    const schema = {
      type: "object",
      required: ["ids"],
      properties: { ids: { type: "array", items: id }, one: { type: ["integer", "null"], format: "int64" }, text: { type: "string" } },
      additionalProperties: false,
    };
    const { client, requests, check } = await clientOf(bodyContract({ "application/json": { schema } }));
    const body = { ids: ["9223372036854775807", "-1"], one: null, text: '"9223372036854775807"', left: undefined };
    await client["send"]?.({ body });
    expect(await requests[0]?.text()).toBe('{"ids":[9223372036854775807,-1],"one":null,"text":"\\"9223372036854775807\\""}');
    expect(requests[0]?.headers.get("content-type")).toBe("application/json");
    await expect(client["send"]?.({ body: { ids: [1] } })).rejects.toThrow("send: body.ids[0] must be a 64-bit integer as a decimal string; got 1");
    expect(check('void client.send({ body: { ids: ["1"], one: null } });')).toEqual([]);
    expect(check("void client.send({ body: { ids: [1] } });")).toHaveLength(1);
  });

  it.each([
    [
      "application/json",
      { type: "object", properties: { a: { oneOf: [{ type: "integer", format: "int64" }, { type: "string" }] } } },
      /the body has "format: int64" where it may also be a string/,
    ],
    ["application/x-ndjson", { type: "object", properties: { a: { type: "integer", format: "int64" } } }, /a line of the body has "format: int64"/],
    [
      "multipart/form-data",
      { type: "object", properties: { a: { type: "object", properties: { b: { type: "integer", format: "int64" } } } } },
      /the part a of the body has "format: int64"/,
    ],
    [
      "application/x-www-form-urlencoded",
      { type: "object", properties: { a: { type: "object", properties: { b: { type: "integer", format: "int64" } } } } },
      /the field a of the body has "format: int64"/,
    ],
  ])("is an error in %s if a 64-bit integer could be written as a string", async (mediaType, schema, told) => {
    expect(await problemOf(bodyContract({ [mediaType]: { schema } }))).toMatch(told);
  });

  it("may have null for what a merge patch deletes", async () => {
    const schemas = {
      Patch: {
        type: "object",
        properties: {
          name: { type: "string" },
          tags: { type: "array", items: { type: "string" } },
          more: { type: "object", additionalProperties: { type: "string" } },
        },
      },
    };
    const schema = { $ref: "#/components/schemas/Patch" };
    const { client, requests, check } = await clientOf(bodyContract({ "application/merge-patch+json": { schema } }, { schemas, method: "patch" }));
    const body = { name: null, tags: ["a"], more: { a: null, b: "c" } };
    await client["send"]?.({ body });
    expect(await requests[0]?.text()).toBe(JSON.stringify(body));
    expect(check(`void client.send({ body: ${JSON.stringify(body)} });`)).toEqual([]);
    expect(check("void client.send({ body: { tags: [null] } });")).toHaveLength(1);
  });

  it("needs no name for its schema", async () => {
    const schema = {
      type: "object",
      required: ["id"],
      properties: { id: { type: "string" }, "a-b": { type: ["array", "null"], items: { type: "object", properties: { c: { type: "integer" } } } } },
    };
    const { files, check } = await clientOf(bodyContract({ "application/json": { schema } }));
    expect(files["client.ts"]).toContain('readonly body: { id: string; "a-b"?: ({ c?: number })[] | null };');
    expect(check('void client.send({ body: { id: "a", "a-b": [{ c: 1 }] } });')).toEqual([]);
    expect(check("void client.send({ body: {} });").join()).toContain("Property 'id' is missing");
  });
});

describe("a form", () => {
  const form = "application/x-www-form-urlencoded";
  const list = { type: "array", items: { type: "string" } };
  const schema = {
    type: "object",
    properties: { plain: list, comma: list, object: { type: "object" }, deep: { type: "object", properties: { a: { type: "integer" } } } },
  };

  it("repeats arrays, writes objects as JSON, and follows its encoding", async () => {
    const encoding = { comma: { style: "form", explode: false }, deep: { style: "deepObject", explode: true } };
    const { client, requests } = await clientOf(bodyContract({ [`${form}; charset=utf-8`]: { schema, encoding } }));
    await client["send"]?.({ body: { plain: ["a", "b"], comma: ["a", "b"], object: { c: [1] }, deep: { a: 1 } } });
    expect(requests[0]?.headers.get("content-type")).toBe(form);
    expect(decodeURIComponent((await requests[0]?.text()) ?? "")).toBe('plain=a&plain=b&comma=a,b&object={"c":[1]}&deep[a]=1');
  });

  it.each([
    ["an object by commas", { schema, encoding: { object: { style: "form" } } }, "the encoding of object writes an object in the style form: use deepObject"],
    ["pipes, exploded", { schema, encoding: { plain: { style: "pipeDelimited", explode: true } } }, "which OpenAPI does not define for an array"],
  ])("rejects %s", async (_what, content, problem) => {
    expect(await problemOf(bodyContract({ [form]: content }))).toContain(problem);
  });
});

describe("a body of bytes", () => {
  it.each(["application/octet-stream", "application/pdf", "image/png"])("is sent as %s", async (mediaType) => {
    const { client, requests, files, check } = await clientOf(bodyContract({ [mediaType]: {} }));
    const bytes = Uint8Array.of(0, 255, 128);
    for (const body of [bytes, new Blob([bytes]), new Blob([bytes]).stream()]) await client["send"]?.({ body });
    for (const request of requests) {
      expect(request.headers.get("content-type")).toBe(mediaType);
      expect(await request.bytes()).toEqual(bytes);
    }
    expect(requests).toHaveLength(3);
    expect(files["client.ts"]).toContain("readonly body: BinaryInput;");
    expect(check("void client.send({ body: Uint8Array.of(1) });")).toEqual([]);
  });

  it("has the type of its Blob if the contract has a range", async () => {
    const { client, requests } = await clientOf(bodyContract({ "image/*": {} }));
    await client["send"]?.({ body: new Blob(["a"], { type: "image/webp" }) });
    expect(requests[0]?.headers.get("content-type")).toBe("image/webp");
    await expect(client["send"]?.({ body: new Blob(["a"], { type: "text/html" }) })).rejects.toMatchObject({
      code: "invalid-argument",
      message: "send: body must have the media type image/*; got text/html: give a Blob that has this type",
    });
    await expect(client["send"]?.({ body: "text" })).rejects.toMatchObject({ code: "invalid-argument", argument: "body" });
    expect(requests).toHaveLength(1);
  });
});

describe("a body of text", () => {
  it.each(["text/plain", "text/csv; charset=utf-8", "application/xml", "application/atom+xml"])("is sent as %s", async (mediaType) => {
    const { client, requests, check } = await clientOf(bodyContract({ [mediaType]: { schema: { type: "string" } } }));
    await client["send"]?.({ body: "a;é\n" });
    expect([requests[0]?.headers.get("content-type"), await requests[0]?.text()]).toEqual([mediaType, "a;é\n"]);
    await expect(client["send"]?.({ body: { a: 1 } })).rejects.toMatchObject({ code: "invalid-argument", argument: "body" });
    expect(check('void client.send({ body: "a" });')).toEqual([]);
  });
});

describe("a body of lines", () => {
  const line = { type: "object", required: ["n"], properties: { n: { type: "integer", minimum: 1 } } };

  it.each(["application/x-ndjson", "application/jsonl"])("is sent as %s, a value a line", async (mediaType) => {
    const { client, requests, check } = await clientOf(bodyContract({ [mediaType]: { schema: line } }));
    await client["send"]?.({ body: [{ n: 1 }, { n: 2 }] });
    await client["send"]?.({ body: new Set([{ n: 3 }]) });
    async function* values(): AsyncGenerator<object> {
      yield { n: 4 };
      yield { n: 5 };
    }
    await client["send"]?.({ body: values() });
    expect(requests[0]?.headers.get("content-type")).toBe(mediaType);
    expect(await Promise.all(requests.map((request) => request.text()))).toEqual(['{"n":1}\n{"n":2}\n', '{"n":3}\n', '{"n":4}\n{"n":5}\n']);
    await expect(client["send"]?.({ body: [{ n: 1 }, { n: 0 }] })).rejects.toMatchObject({ argument: "body[1].n" });
    expect(check("void client.send({ body: [{ n: 1 }] });")).toEqual([]);
  });
});

describe("a multipart body", () => {
  const schema = {
    type: "object",
    required: ["title", "file"],
    properties: {
      title: { type: "string", minLength: 1, description: "What it is called." },
      count: { type: "integer" },
      file: { type: "string", format: "binary" },
      picture: { contentMediaType: "image/png" },
      files: { type: "array", items: { type: "string", format: "binary" } },
      tags: { type: "array", items: { type: "string" } },
      meta: { type: "object", properties: { a: { type: "integer", maximum: 3 } } },
      list: { type: "array", items: { type: "object" } },
    },
  };
  const content = {
    "multipart/form-data": { schema, encoding: { picture: { contentType: "image/png, image/jpeg" }, list: { contentType: "application/json" } } },
  };

  it("has texts, files with names and types, JSON, and a part for each element", async () => {
    const { client, requests, check } = await clientOf(bodyContract(content));
    const body = {
      title: 'a "b"',
      count: 2,
      file: new File(["one"], 'n "1".txt', { type: "text/plain" }),
      picture: { content: Uint8Array.of(1), fileName: "p.jpg", contentType: "image/jpeg" },
      files: [new Blob(["x"]), Uint8Array.of(121)],
      tags: ["s", "t"],
      meta: { a: 1 },
      list: [{ b: 2 }, {}],
    };
    await client["send"]?.({ body });
    const boundary = /^multipart\/form-data; boundary=(keywright-[0-9a-f]{32})$/.exec(requests[0]?.headers.get("content-type") ?? "")?.[1] ?? "none";
    const part = (disposition: string, text: string): string => `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}\r\n`;
    expect(await requests[0]?.clone().text()).toBe(
      [
        part('name="title"', 'a "b"'),
        part('name="count"', "2"),
        part('name="file"; filename="n %221%22.txt"\r\ncontent-type: text/plain', "one"),
        part('name="picture"; filename="p.jpg"\r\ncontent-type: image/jpeg', "\u0001"),
        part('name="files"; filename="files"\r\ncontent-type: application/octet-stream', "x"),
        part('name="files"; filename="files"\r\ncontent-type: application/octet-stream', "y"),
        part('name="tags"', "s"),
        part('name="tags"', "t"),
        part('name="meta"\r\ncontent-type: application/json', '{"a":1}'),
        part('name="list"\r\ncontent-type: application/json', '[{"b":2},{}]'),
        `--${boundary}--\r\n`,
      ].join(""),
    );
    const form = await (requests[0] as Request).formData();
    expect([form.get("title"), form.getAll("tags"), await (form.get("file") as File).text()]).toEqual(['a "b"', ["s", "t"], "one"]);
    expect(
      check(
        'void client.send({ body: { title: "a", file: { content: Uint8Array.of(1), fileName: "a" }, files: [new Blob([])], tags: ["a"], meta: { a: 1 } } });',
      ),
    ).toEqual([]);
    expect(check('void client.send({ body: { title: "a" } });').join()).toContain("Property 'file' is missing");
  });

  it("has the default style, as other generators write it for each part", async () => {
    const form = { style: "form" };
    const { client, requests } = await clientOf(
      bodyContract({ "multipart/form-data": { schema, encoding: { title: form, file: form, tags: { explode: true } } } }),
    );
    await client["send"]?.({ body: { title: "a", file: new Blob(["b"]), tags: ["s", "t"] } });
    const sent = await (requests[0] as Request).formData();
    expect([sent.get("title"), sent.getAll("tags"), await (sent.get("file") as File).text()]).toEqual(["a", ["s", "t"], "b"]);
  });

  it("streams a part that is a stream", async () => {
    const { client, requests } = await clientOf(bodyContract(content));
    await client["send"]?.({ body: { title: "a", file: new Blob(["streamed"]).stream() } });
    const form = await (requests[0] as Request).formData();
    expect([form.get("title"), await (form.get("file") as File).text()]).toEqual(["a", "streamed"]);
  });

  it.each([
    ["a part that is missing", { title: "a" }, "body.file"],
    ["a part that the contract does not name", { title: "a", file: new Blob([]), other: 1 }, "body.other"],
    ["a text that is too short", { title: "", file: new Blob([]) }, "body.title"],
    ["null among texts", { title: "a", file: new Blob([]), tags: ["b", null] }, "body.tags[1]"],
    ["JSON that is out of range", { title: "a", file: new Blob([]), meta: { a: 4 } }, "body.meta.a"],
    ["a file that is a text", { title: "a", file: "text" }, "body.file"],
    ["a file of another type", { title: "a", file: new Blob([]), picture: new Blob([], { type: "text/html" }) }, "body.picture"],
    ["a type with a line break", { title: "a", file: { content: new Blob([]), contentType: "a/b\r\nx: y" } }, "body.file.contentType"],
  ])("is rejected with %s", async (_what, body, argument) => {
    const { client, requests } = await clientOf(bodyContract(content));
    await expect(client["send"]?.({ body })).rejects.toMatchObject({ code: "invalid-argument", argument });
    expect(requests).toEqual([]);
  });

  it.each([
    [
      "parts without names",
      { "multipart/form-data": { schema: { type: "object", additionalProperties: { type: "string" } } } },
      "declare each part as a property",
    ],
    ["headers of a part", { "multipart/form-data": { schema, encoding: { meta: { headers: {} } } } }, "the encoding of the part meta has headers"],
    ["the style of an object", { "multipart/form-data": { schema, encoding: { meta: { style: "form" } } } }, "the encoding of the part meta has style"],
    ["a list with commas", { "multipart/form-data": { schema, encoding: { tags: { explode: false } } } }, "the encoding of the part tags has explode"],
    ["an encoding of nothing", { "multipart/form-data": { schema, encoding: { nothing: {} } } }, "the encoding of nothing belongs to no part"],
    ["another kind of multipart", { "multipart/related": { schema } }, "a body of multipart/related is not supported"],
  ])("is an error of its contract with %s", async (_what, given, problem) => {
    expect(await problemOf(bodyContract(given))).toContain(problem);
  });
});
