import { expect, it } from "vitest";
import type { Contract } from "../src/contract.ts";
import { propertiesOf, requiredOf } from "../src/schema-types.ts";

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
