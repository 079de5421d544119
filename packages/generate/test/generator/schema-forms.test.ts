import { describe, expect, it } from "vitest";
import { clientOf, contractOf, type LenientClient } from "./lenient-client.ts";

const secured = { security: [], "x-retry": "safe" };

/** A contract with one operation that takes and gives a schema, `Thing`. */
function thingContract(schemas: object): string {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Thing" } } };
  const responses = { "200": { description: "It.", content } };
  return contractOf({ "/x": { post: { operationId: "swap", summary: "Swaps", ...secured, requestBody: { required: true, content }, responses } } }, schemas);
}

const responding = (body: unknown): Promise<LenientClient> => clientOf(thingContract({ Thing: {} }), () => Response.json(body));

describe("the types of a schema", () => {
  it.each([
    ["an object or null", { type: ["object", "null"], properties: { a: { type: "string" } } }, ['{ a: "b" }', "null"], "{ a: 1 }"],
    [
      "a map beside members of another type",
      { type: "object", properties: { n: { type: "integer" } }, additionalProperties: { type: "string" } },
      ['{ n: 1, other: "a" }'],
      '{ n: "a" }',
    ],
    ["integers of a list", { type: "integer", enum: [1, 2] }, ["1", "2"], "3"],
  ])("are right for %s", async (_what, Thing, fitting, wrong) => {
    const { check } = await clientOf(thingContract({ Thing }));
    expect(check(fitting.map((value) => `void client.swap({ body: ${value} });`).join("\n"))).toEqual([]);
    expect(check(`void client.swap({ body: ${wrong} });`)).toHaveLength(1);
  });

  it("tell alternatives apart by their constants, whatever the names of their schemas", async () => {
    const tagged = (kind: string, name: string): object => ({
      type: "object",
      required: ["kind", name],
      properties: { kind: { const: kind }, [name]: { type: "string" } },
    });
    const Thing = { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }], discriminator: { propertyName: "kind" } };
    const { check } = await clientOf(thingContract({ Thing, Cat: tagged("cat", "purr"), Dog: tagged("dog", "bark") }));
    expect(check('void client.swap({ body: { kind: "cat", purr: "a" } }).then((thing) => (thing.kind === "dog" ? thing.bark : thing.purr));')).toEqual([]);
    expect(check('void client.swap({ body: { kind: "Cat", purr: "a" } });')).toHaveLength(1);
  });

  it("ask requests for nothing that is readOnly, and give nothing that is writeOnly", async () => {
    const Thing = {
      type: "object",
      required: ["id", "name", "password", "owner"],
      properties: {
        id: { type: "string", readOnly: true },
        name: { type: "string" },
        password: { type: "string", writeOnly: true },
        owner: { $ref: "#/components/schemas/Owner" },
      },
    };
    const Owner = { type: "object", required: ["id"], properties: { id: { type: "string", readOnly: true } } };
    const { check, files } = await clientOf(thingContract({ Thing, Owner }));
    expect(
      check('void client.swap({ body: { name: "a", password: "b", owner: {} } }).then(({ id, name, owner }) => [id.length, name.length, owner.id.length]);'),
    ).toEqual([]);
    expect(check('void client.swap({ body: { name: "a", owner: {} } });').join()).toContain("Property 'password' is missing");
    expect(check('void client.swap({ body: { name: "a", password: "b", owner: {} } }).then(({ password }) => password);').join()).toContain(
      "'password' does not exist",
    );
    expect(files["client.ts"]).toContain("readonly body: ThingRequest;");
    expect(JSON.parse(files["openapi.json"])).toMatchObject({ components: { schemas: { Thing, Owner } } });
  });
});

describe("the checks of a body", () => {
  const text = (keywords: object): object => ({ type: "object", properties: { a: { type: "string", ...keywords } } });

  it("hold for the properties of all schemas that allOf joins, each with all its parts", async () => {
    const Thing = {
      allOf: [text({ minLength: 2, pattern: "^a" }), text({ minLength: 1, maxLength: 3 }), { type: "object", properties: { b: { type: "integer" } } }],
    };
    const { client, requests } = await clientOf(thingContract({ Thing }), () => Response.json({}));
    for (const a of ["a", "abcd", "ba"]) await expect(client["swap"]?.({ body: { a } })).rejects.toMatchObject({ argument: "body.a" });
    await client["swap"]?.({ body: { a: "abc", b: 1 } });
    expect(requests).toHaveLength(1);
  });

  it.each([
    ["oneOf", [text({ minLength: 2 }), { type: "object", properties: { b: { type: "string" } } }], { a: "" }],
    ["anyOf", [text({ minLength: 2 }), text({ maxLength: 1 })], { a: "a" }],
    [
      "anyOf",
      [
        { type: "string", minLength: 3 },
        { type: "array", minItems: 2 },
      ],
      [1, 2],
    ],
  ])("never reject what one part of %s allows", async (keyword, parts, body) => {
    const { client, requests } = await clientOf(thingContract({ Thing: { [keyword]: parts } }), () => Response.json({}));
    await client["swap"]?.({ body });
    expect(requests).toHaveLength(1);
  });
});

describe("a tuple", () => {
  it("is sent whatever its first elements are, because items is only about those after prefixItems", async () => {
    const Thing = { type: "array", prefixItems: [{ type: "integer" }], items: { type: "integer", minimum: 10 } };
    const { client, requests } = await clientOf(thingContract({ Thing }), () => Response.json([]));
    await client["swap"]?.({ body: [1, 10] });
    expect(requests).toHaveLength(1);
  });
});

describe("a response of any type", () => {
  it("is given as it is", async () => {
    const { client } = await responding([1, { a: null }]);
    expect(await client["swap"]?.({ body: {} })).toEqual([1, { a: null }]);
  });
});
