import { describe, expect, it } from "vitest";
import { make, outcomeOf } from "../made.ts";

const done = { "204": { description: "Done." } };
const list = { type: "array", items: { type: "string" } };

function swaggerOf(operation: object, members: object = {}, path = "/a"): object {
  return {
    swagger: "2.0",
    info: { title: "Thing", version: "1" },
    host: "thing.example.com",
    paths: { [path]: { post: { operationId: "send", responses: done, ...operation } } },
    ...members,
  };
}

/** The body that a method sends. */
async function sentBy(document: object, input: object): Promise<Request | undefined> {
  const made = await make(document, { rules: "foreign" });
  const { client, requests } = made.sending();
  await client["send"]?.(input);
  return requests[0];
}

describe("a contract in OpenAPI 2.0", () => {
  it.each(["pipes", "ssv", "tsv", "multi"])("is an error for %s in a path, which OpenAPI 3 does not have there", async (collectionFormat) => {
    const parameters = [{ name: "ids", in: "path", required: true, ...list, collectionFormat }];
    const { findings } = await outcomeOf(swaggerOf({ parameters }, {}, "/a/{ids}"), { rules: "foreign" });
    expect(findings.map(({ message }) => message).join()).toMatch(/the path parameter ids has the style \w+, which|`style` can be one of/);
  });

  it("joins the elements of a path parameter by commas", async () => {
    const parameters = [{ name: "ids", in: "path", required: true, ...list }];
    expect((await sentBy(swaggerOf({ parameters }, {}, "/a/{ids}"), { ids: ["1", "2"] }))?.url).toBe("https://thing.example.com/a/1,2");
  });

  it("joins the elements of a form field by commas, in a form that clients can write so", async () => {
    const consumes = ["multipart/form-data", "application/x-www-form-urlencoded"];
    const request = await sentBy(swaggerOf({ consumes, parameters: [{ name: "ids", in: "formData", ...list }] }), { body: { ids: ["1", "2"] } });
    expect(await request?.text()).toBe("ids=1%2C2");
  });

  it("is an error for a joined field in a multipart body", async () => {
    const parameters = [
      { name: "ids", in: "formData", ...list },
      { name: "photo", in: "formData", type: "file" },
    ];
    const { findings } = await outcomeOf(swaggerOf({ consumes: ["multipart/form-data"], parameters }), { rules: "foreign" });
    expect(findings.map(({ message }) => message).join()).toContain("the encoding of the part ids has explode");
  });

  it("has the operation's media types for shared responses, too", async () => {
    const responses = { It: { description: "It.", schema: { type: "string" }, headers: { "x-n": { type: "integer" } } } };
    const given = { produces: ["text/plain"], responses: { "200": { $ref: "#/responses/It" } } };
    const other = { post: { operationId: "other", responses: { "200": { $ref: "#/responses/It" } } } };
    const document = swaggerOf(given, { produces: ["application/json"], responses }) as { paths: object };
    const { files, findings } = await outcomeOf({ ...document, paths: { ...document.paths, "/b": other } }, { rules: "foreign" });
    expect(findings).toEqual([]);
    expect(files?.["operations.ts"].match(/accept: "[^"]+"/g)?.map((accept) => accept.split('"')[1]?.split(",")[0])).toEqual([
      "text/plain",
      "application/json",
    ]);
  });

  it("has no shared response for a reference to that of an operation, whose status is its name", async () => {
    const responseOf = (type: string): object => ({ description: "It.", schema: { type } });
    const given = { produces: ["application/json"], responses: { "200": { $ref: "#/paths/~1d/post/responses/200" } } };
    const document = swaggerOf(given, { responses: { "200": responseOf("integer") } }) as { paths: object };
    const other = { post: { operationId: "other", produces: ["application/json"], responses: { "200": responseOf("string") } } };
    const { files } = await outcomeOf({ ...document, paths: { ...document.paths, "/d": other } }, { rules: "foreign" });
    expect(files?.["schema.ts"].match(/"application\/json": \w+/g)).toEqual(["number", "string", "string"].map((type) => `"application/json": ${type}`));
  });

  it.each(["multi", "csv"])("sends a list (%s) whose elements have the values that are written at the list, with a note", async (collectionFormat) => {
    const document = swaggerOf({ parameters: [{ name: "status", in: "query", ...list, enum: ["open", "closed"], collectionFormat }] });
    const { url } = (await sentBy(document, { status: ["open", "closed"] })) ?? {};
    expect(url).toBe(`https://thing.example.com/a?status=open${collectionFormat === "multi" ? "&status=" : ","}closed`);
    const { files, notes } = await outcomeOf(document, { rules: "foreign" });
    expect(files?.["schema.ts"]).toContain('status?: ("open" | "closed")[];');
    expect(notes.map(({ message }) => message).join()).toContain("no value of enum is of the type array. Chosen: lists of the values");
  });
});
