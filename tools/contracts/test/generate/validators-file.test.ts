import { expect, it } from "vitest";
import { validatorsFile } from "../../src/generate/validators-file.ts";

it("the validators of a contract have the alternatives of its schemas, and take no data for schemas", () => {
  const data = { anyOf: [{ wood: "oak" }] };
  const properties = { default: { anyOf: [{ type: "string", minLength: 7 }] }, color: { default: data, enum: [data], examples: [data] } };
  const document = { components: { schemas: { Desk: { type: "object", properties, "x-note": data } } } };
  const module = validatorsFile("DESK_VALIDATORS", document, [{ $ref: "#/components/schemas/Desk" }]);
  const schemas = Array.from(module.matchAll(/^ {2}\[(.*), v\d+\],$/gm), ([, schema = ""]) => schema);
  expect(schemas).toHaveLength(2);
  expect(module).toContain('"minLength":7');
});
