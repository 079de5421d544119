import { expect, it } from "vitest";
import type { Contract } from "../../src/lib/contract/index.ts";
import { propertiesOf, requiredOf } from "../../src/lib/generator/schemas/schema-types.ts";
import { typeOf } from "../../src/lib/generator/schemas/type-of.ts";

const Named = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const contract = { document: { components: { schemas: { Named } } } } as unknown as Contract;
const joined = {
  allOf: [{ $ref: "#/components/schemas/Named" }, { allOf: [{ required: ["size"], properties: { size: { type: "integer" } } }] }],
  required: ["id"],
  properties: { id: { type: "string" } },
};

it("a schema has the properties of all that it joins, and requires what any of them requires", () => {
  expect(Object.keys(propertiesOf(contract, joined)).sort()).toEqual(["id", "name", "size"]);
  expect([...requiredOf(contract, joined)].sort()).toEqual(["id", "name", "size"]);
});

it("a 64-bit integer is a string in types, as clients read it, and any other integer a number", () => {
  expect(typeOf(contract, { type: "integer", format: "int64" }, "an id")).toBe("string");
  expect(typeOf(contract, { type: ["integer", "null"], format: "int64" }, "an id")).toBe("string | null");
  expect(typeOf(contract, { type: "integer", format: "int32" }, "a size")).toBe("number");
});
