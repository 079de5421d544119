import { describe, expect, it } from "vitest";
import type { Contract, Schema } from "../../src/lib/contract/index.ts";
import { int64Of, secretsOf } from "../../src/lib/generator/schemas/value-trees.ts";

const contract = { document: { components: { schemas: {} } } } as unknown as Contract;
const secret = { type: "string", "x-secret": true };
const objectWith = (name: string, schema: Schema): Schema => ({ type: "object", properties: { [name]: schema, open: { type: "string" } } });

describe("the secrets of a schema", () => {
  it.each([
    ["a member", objectWith("a", secret), { a: true }],
    ["a member of a member", objectWith("a", objectWith("b", secret)), { a: { b: true } }],
    ["the elements of an array", { type: "array", items: objectWith("a", secret) }, [{ a: true }]],
    ["all of it", secret, true],
    ["nothing", objectWith("a", { type: "string" }), undefined],
  ])("stand in %s", (_what, schema, expected) => {
    expect(secretsOf(contract, schema)).toEqual(expected);
  });

  it.each(["allOf", "oneOf", "anyOf"])("are in each part of %s, next to those of the schema itself", (keyword) => {
    const schema = { ...objectWith("own", secret), [keyword]: [objectWith("a", secret), { type: "null" }, objectWith("b", secret)] };
    expect(secretsOf(contract, schema)).toEqual({ own: true, a: true, b: true });
  });

  it.each(["allOf", "oneOf", "anyOf"])("of one property in several parts of %s are all of theirs", (keyword) => {
    const schema = {
      ...objectWith("a", objectWith("x", secret)),
      [keyword]: [objectWith("a", objectWith("y", secret)), objectWith("a", { type: "array", items: secret })],
    };
    expect(secretsOf(contract, schema)).toEqual({ a: true });
    const objects = { [keyword]: [objectWith("a", objectWith("x", secret)), objectWith("a", objectWith("y", secret))] };
    expect(secretsOf(contract, objects)).toEqual({ a: { x: true, y: true } });
  });

  it.each(["allOf", "oneOf", "anyOf"])("are the whole value where one part of %s is secret", (keyword) => {
    expect(secretsOf(contract, { [keyword]: [{ type: "null" }, secret] })).toBe(true);
    expect(secretsOf(contract, objectWith("a", { [keyword]: [objectWith("b", secret), secret] }))).toEqual({ a: true });
  });
});

describe("the secrets of properties without a name", () => {
  const open = { type: "string" };

  it.each([
    ["a map", { type: "object", additionalProperties: secret }, [true]],
    ["a map of objects", { type: "object", additionalProperties: objectWith("a", secret) }, [{ a: true }]],
    ["members by pattern", { type: "object", patternProperties: { "^x": secret } }, [true]],
    ["a map beside named members, which count as secret", { type: "object", properties: { open }, additionalProperties: secret }, [true]],
    ["a named member beside an open map", { type: "object", properties: { a: secret }, additionalProperties: open }, { a: true }],
    ["a tuple", { type: "array", prefixItems: [open, secret] }, [true]],
    ["an object as a whole", { type: "object", "x-secret": true, properties: { a: open } }, [true]],
  ])("stand in %s", (_what, schema, expected) => {
    expect(secretsOf(contract, schema)).toEqual(expected);
  });

  it("are all of a schema inside itself", () => {
    const Node = { type: "object", properties: { a: secret, open, children: { type: "array", items: { $ref: "#/components/schemas/Node" } } } };
    const recursive = { ...contract, document: { components: { schemas: { Node } } } } as unknown as Contract;
    expect(secretsOf(recursive, { $ref: "#/components/schemas/Node" })).toEqual({ a: true, children: [true] });
  });
});

describe("the 64-bit integers of a schema", () => {
  it("are where the format says so, also next to null; other integers do not count", () => {
    const schema = {
      type: "object",
      properties: { id: { type: "integer", format: "int64" }, other: { type: "integer" }, text: { type: "string", format: "int64" } },
    };
    expect(int64Of(contract, { type: "array", items: schema })).toEqual([{ id: true }]);
    expect(int64Of(contract, { type: ["integer", "null"], format: "int64" })).toBe(true);
    expect(int64Of(contract, { type: "object", additionalProperties: { type: "integer", format: "int64" } })).toEqual([true]);
  });

  it("are reported where they cannot be distinguished from others", () => {
    const problems: string[] = [];
    const reporting = { ...contract, report: (_node: unknown, problem: string) => void problems.push(problem) } as unknown as Contract;
    const schema = { type: "object", properties: { size: { type: "integer" } }, additionalProperties: { type: "integer", format: "int64" } };
    expect(int64Of(reporting, schema)).toBeUndefined();
    expect(problems).toEqual([expect.stringContaining("in a map with named properties")]);
  });
});
