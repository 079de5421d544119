import { describe, expect, test } from "vitest";
import { createContract } from "../src/lib/core/contract/create-contract.ts";
import { readOperations } from "../src/lib/core/schemas/operation-spec.ts";
import { parseParameters } from "../src/lib/core/contract/parameter-styles.ts";
import { compileSchemas } from "../src/lib/core/schemas/compile-schemas.ts";
import { createSchemaChecks } from "../src/lib/core/schemas/schema-checks.ts";

const integers = { type: "array", items: { type: "integer" } };
const point = { type: "object", properties: { x: { type: "integer" }, y: { type: "string" } } };

interface Sent {
  readonly path?: string;
  readonly query?: string;
  readonly headers?: { readonly [name: string]: string };
}

/** What a handler sees of the parameter p, or what is wrong with it. */
function read(parameter: { readonly in: string }, { path = "-", query = "", headers = {} }: Sent): unknown {
  const others = parameter.in === "query" ? [{ name: "other", in: "query", schema: { type: "string" } }] : [];
  const parameters = [{ name: "p", schema: { type: "string" }, ...parameter }, ...others];
  const document = { paths: { "/a/{p}": { get: { operationId: "getA", parameters } } } };
  const [operation] = readOperations(document);
  if (operation === undefined) throw new Error("the contract has one operation");
  const sources = { path: { p: path }, query, header: (name: string) => headers[name] };
  const { issues, ...places } = parseParameters(operation, sources, createSchemaChecks(document, compileSchemas(document)));
  return issues.length > 0 ? issues : places[parameter.in as keyof typeof places]["p"];
}

describe("a parameter in the path", () => {
  test.each([
    ["simple", integers, false, "1,2", [1, 2]],
    ["simple", point, false, "x,1,y,a%2Cb", { x: 1, y: "a,b" }],
    ["simple", point, true, "x=1,y=a%3Db", { x: 1, y: "a=b" }],
    ["label", { type: "integer" }, false, ".5", 5],
    ["label", integers, false, ".1,2", [1, 2]],
    ["label", integers, true, ".1.2", [1, 2]],
    ["label", point, true, ".x=1.y=a", { x: 1, y: "a" }],
    ["matrix", { type: "integer" }, false, ";p=5", 5],
    ["matrix", integers, false, ";p=1,2", [1, 2]],
    ["matrix", integers, true, ";p=1;p=2", [1, 2]],
    ["matrix", point, true, ";x=1;y=a", { x: 1, y: "a" }],
    ["matrix", point, false, ";p=x,1,y,a", { x: 1, y: "a" }],
  ])("is read in the style %s, as %j, exploded %s: %s", (style, schema, explode, path, value) => {
    expect(read({ in: "path", style, explode, schema, required: true } as never, { path })).toEqual(value);
  });

  test("that is not written in its style is rejected", () => {
    expect(read({ in: "path", style: "label", schema: { type: "integer" } } as never, { path: "5" })).toMatchObject([{ in: "path", pointer: "/p" }]);
    expect(read({ in: "path", style: "simple" } as never, { path: "%E0" })).toMatchObject([{ message: "is not percent-encoded UTF-8" }]);
  });
});

describe("a parameter in the query", () => {
  test.each([
    ["form", integers, true, "p=1&p=2", [1, 2]],
    ["form", integers, false, "p=1,2", [1, 2]],
    ["form", point, true, "x=1&y=a+b&other=o", { x: 1, y: "a b" }],
    ["form", point, false, "p=x,1,y,a", { x: 1, y: "a" }],
    ["form", { type: "object", additionalProperties: { type: "integer" } }, true, "a=1&b=2&other=3", { a: 1, b: 2 }],
    ["spaceDelimited", integers, false, "p=1%202", [1, 2]],
    ["pipeDelimited", integers, false, "p=1|2", [1, 2]],
    ["pipeDelimited", point, false, "p=x%7C1%7Cy%7Ca", { x: 1, y: "a" }],
    ["deepObject", point, true, "p[x]=1&p%5By%5D=a", { x: 1, y: "a" }],
  ])("is read in the style %s, as %j, exploded %s: %s", (style, schema, explode, query, value) => {
    expect(read({ in: "query", style, explode, schema } as never, { query })).toEqual(value);
  });

  test("is read as JSON where it has a media type", () => {
    const parameter = { in: "query", schema: undefined, content: { "application/json": { schema: point } } };
    expect(read(parameter, { query: "p=%7B%22x%22%3A1%7D" })).toEqual({ x: 1 });
    expect(read(parameter, { query: "p=%7B" })).toMatchObject([{ pointer: "/p", message: "is not valid JSON" }]);
    expect(read(parameter, { query: "p=%7B%22x%22%3A%221%22%7D" })).toMatchObject([{ pointer: "/p/x", message: "must be integer" }]);
  });

  test("that has a part twice is rejected", () => {
    expect(read({ in: "query", style: "deepObject", schema: point } as never, { query: "p[x]=1&p[x]=2" })).toMatchObject([{ message: "must not be repeated" }]);
  });

  test("that is null, or of one of several types, is read as what fits", () => {
    expect(read({ in: "query", schema: { type: ["integer", "null"] } } as never, { query: "p=5" })).toBe(5);
    expect(read({ in: "query", schema: { anyOf: [{ type: "integer", enum: [1, 2] }, { type: "integer" }] } } as never, { query: "p=7" })).toBe(7);
    expect(read({ in: "query", schema: { anyOf: [{ type: "integer" }, { type: "string" }] } } as never, { query: "p=7" })).toBe("7");
  });
});

describe("a parameter in a header or a cookie", () => {
  test("is read in its style", () => {
    expect(read({ in: "header", schema: integers } as never, { headers: { p: "1, 2" } })).toEqual([1, 2]);
    expect(read({ in: "header", schema: point, explode: true } as never, { headers: { p: "x=1,y=50%" } })).toEqual({ x: 1, y: "50%" });
    expect(read({ in: "header", schema: undefined, content: { "application/json": { schema: point } } } as never, { headers: { p: '{"x":1}' } })).toEqual({
      x: 1,
    });
    expect(read({ in: "cookie", schema: { type: "integer" } } as never, { headers: { cookie: "a=1; p=5" } })).toBe(5);
    expect(read({ in: "cookie", schema: integers, explode: false } as never, { headers: { cookie: "p=1,2" } })).toEqual([1, 2]);
  });

  test("that the contract says in another way is ignored", () => {
    const parameters = [{ name: "Accept", in: "header", required: true, schema: { type: "string" } }];
    const { operations } = createContract({ paths: { "/a": { get: { operationId: "getA", parameters } } } });
    expect(operations[0]?.parameters).toEqual([]);
  });
});
