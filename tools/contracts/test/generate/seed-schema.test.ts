import { expect, test } from "vitest";
import { seedPart, seedSchema } from "../../src/generate/seed-schema.ts";

const schemas = {
  Person: {
    type: "object",
    required: ["id"],
    description: "For readers.",
    properties: { id: { type: "string", readOnly: true }, secret: { type: "string", "x-secret": true }, home: { $ref: "#/components/schemas/Home" } },
  },
  Home: { type: "object", properties: { city: { type: "string" }, next: { $ref: "#/components/schemas/Home" } } },
  Color: { anyOf: [{ type: "string", enum: ["red", "blue"] }, { type: "string" }] },
};
const documents = new Map([["crm", { components: { schemas } }]]);

test("a record gets the properties of the contract's schema, all optional, without those that are left out, and with its own", () => {
  const base = { $defs: { draft: { "x-record": "crm/Person", "x-without": ["secret"], properties: { team: { type: "string" } }, required: ["team"] } } };
  expect(seedSchema(base, documents)).toEqual({
    $defs: {
      draft: {
        type: "object",
        additionalProperties: false,
        required: ["team"],
        properties: { id: { type: "string" }, home: { $ref: "#/$defs/crm.Home" }, team: { type: "string" } },
      },
      "crm.Home": { type: "object", additionalProperties: false, properties: { city: { type: "string" }, next: { $ref: "#/$defs/crm.Home" } } },
    },
  });
});

test("an enumeration accepts its known values alone, and a reference copies a schema", () => {
  const base = {
    properties: { color: { "x-known": "crm/Color", description: "Kept." }, home: { $ref: "crm/Home" }, own: { $ref: "#/$defs/own" } },
    $defs: { own: {} },
  };
  expect(seedSchema(base, documents)).toMatchObject({
    properties: { color: { enum: ["red", "blue"], description: "Kept." }, home: { $ref: "#/$defs/crm.Home" }, own: { $ref: "#/$defs/own" } },
    $defs: { "crm.Home": { type: "object" } },
  });
});

test.each(["crm/Persons", "vault/Person"])("a name that no contract has throws: %s", (name) => {
  expect(() => seedSchema({ $defs: { draft: { "x-record": name } } }, documents)).toThrow(`the base of the seed schema names ${name}, which no contract has`);
});

test("the part of a service has what its seed refers to, directly or not, and nothing of another", () => {
  const person = { properties: { next: { $ref: "#/$defs/person" }, home: { $ref: "#/$defs/crm.Home" } } };
  const shared = { crm: { anyOf: [{ $ref: "#/$defs/person" }] }, person, "crm.Home": {} };
  const schema = { $defs: { ...shared, vault: { $ref: "#/$defs/item" }, item: {} } };
  expect([seedPart(schema, "crm"), seedPart(schema, "events")]).toEqual([shared, {}]);
});
