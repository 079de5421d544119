import { describe, expect, it } from "vitest";
import { clientOf, contractOf } from "./lenient-client.ts";

const text = { type: "string" };
const responses = { "204": { description: "Done." } };

/** A contract of one operation that sends a schema. */
function sending(name: string, schemas: object): string {
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
  return contractOf(
    { "/x": { post: { operationId: "send", summary: "Sends", security: [], "x-retry": "never", requestBody: { required: true, content }, responses } } },
    schemas,
  );
}

const accepted = (body: object): string => `void client.send({ body: ${JSON.stringify(body)} });`;

describe("a schema with a discriminator that others extend", () => {
  const extending = (name: string, own: object): object => ({ allOf: [{ $ref: `#/components/schemas/${name}` }], type: "object", ...own });
  const mapping = { shark: "#/components/schemas/Shark", salmon: "#/components/schemas/Salmon" };
  const schemas = {
    Fish: {
      type: "object",
      required: ["kind", "age"],
      properties: { kind: text, age: { type: "integer", minimum: 1 } },
      discriminator: { propertyName: "kind", mapping },
    },
    Shark: extending("Fish", { required: ["teeth"], properties: { kind: { const: "shark" }, teeth: { type: "integer" } } }),
    Salmon: extending("Fish", { properties: { partner: { $ref: "#/components/schemas/Fish" }, code: { ...text, pattern: "^[a-z]$" } } }),
  };

  it("is the union of them, distinguished by the names of the mapping", async () => {
    const { client, requests, check } = await clientOf(sending("Fish", schemas));
    expect(check(accepted({ kind: "salmon", age: 2, partner: { kind: "shark", age: 1, teeth: 5 } }))).toEqual([]);
    expect(check(accepted({ kind: "salmon", age: 2, teeth: 5 }))).toHaveLength(1);
    expect(check(accepted({ kind: "trout", age: 2 }))).toHaveLength(1);
    expect(check('export const teethOf = (fish: api.Fish): number => (fish.kind === "shark" ? fish.teeth : fish.age);')).toEqual([]);
    await expect(client["send"]?.({ body: { kind: "shark", age: 0, teeth: 1 } })).rejects.toThrow("body.age must be a whole number");
    expect(requests).toHaveLength(0);
  });

  it("has what each of them says of its properties", async () => {
    const Shark = extending("Fish", { properties: { kind: { const: "shark" }, teeth: { type: "integer", format: "int64" } } });
    const { client, requests } = await clientOf(sending("Fish", { Fish: schemas.Fish, Shark, Salmon: extending("Fish", {}) }));
    await client["send"]?.({ body: { kind: "shark", age: 1, teeth: "9223372036854775807" } });
    expect(await requests[0]?.text()).toBe('{"kind":"shark","age":1,"teeth":9223372036854775807}');
  });

  it("may have others if its names are open", async () => {
    const kind = { anyOf: [{ type: "string", enum: ["shark"] }, text] };
    const Fish = { ...schemas.Fish, properties: { kind, age: { type: "integer" } }, discriminator: { propertyName: "kind" } };
    const Shark = extending("Fish", { required: ["teeth"], properties: { kind: { const: "shark" }, teeth: { type: "integer" } } });
    const { check } = await clientOf(sending("Fish", { Fish, Shark }));
    expect(check([accepted({ kind: "trout", age: 2 }), accepted({ kind: "shark", age: 2, teeth: 3 })].join("\n"))).toEqual([]);
  });
});

describe("alternatives with a discriminator", () => {
  it("have its names where the union is used, and not elsewhere", async () => {
    const cat = { type: "object", required: ["meow"], properties: { meow: { type: "boolean" } } };
    const ref = { $ref: "#/components/schemas/Cat" };
    const boxed = { type: "object", required: ["kind", "value"], properties: { kind: { const: "cat" }, value: ref } };
    const one = (propertyName: string, name: string): object => ({
      oneOf: [{ $ref: `#/components/schemas/${name}` }],
      discriminator: { propertyName, mapping: { cat: `#/components/schemas/${name}` } },
    });
    const schemas = {
      Cat: cat,
      Boxed: boxed,
      Both: { type: "object", properties: { kind: one("kind", "Cat"), type: one("type", "Cat"), boxed: one("kind", "Boxed") } },
    };
    const { check } = await clientOf(sending("Both", schemas));
    expect(check(accepted({ kind: { kind: "cat", meow: true }, type: { type: "cat", meow: true }, boxed: { kind: "cat", value: { meow: true } } }))).toEqual(
      [],
    );
    expect(check(accepted({ kind: { meow: true } }))).toHaveLength(1);
  });
});
