import { expect, test } from "vitest";
import { branchesIn } from "../src/lib/core/schemas/schema-branches.ts";
import { maskJson } from "../src/lib/record/cassette/mask-json.ts";

/** Schemas of which each has two ways to the one before it, so that 2^60 ways lead to the first. */
const schemas = Object.fromEntries(
  Array.from({ length: 61 }, (_, index) => {
    const before = { $ref: `#/components/schemas/S${index - 1}` };
    return [`S${index}`, index === 0 ? { type: "object", properties: { password: { type: "string", "x-secret": true } } } : { allOf: [before, before] }];
  }),
);
const last = { $ref: "#/components/schemas/S60" };

test("each schema that a value may match is returned once, however many references lead to it", () => {
  expect(branchesIn({ components: { schemas } })([last, last])).toHaveLength(61 + 61);
});

test("a secret is masked, however many references lead to its schema", () => {
  const { value } = maskJson({ components: { schemas } }, last, { password: "one" }, () => "masked");
  expect(value).toEqual({ password: "masked" });
});
