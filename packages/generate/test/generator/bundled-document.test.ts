import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { type Contract, documentContract, type Json } from "../../src/lib/contract/index.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { bundledDocument } from "../../src/lib/generator/document/bundled-document.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Every schema-like value of a document that is a member of something, with the way to it. */
function* partsOf(value: unknown, path = ""): Iterable<readonly [path: string, value: unknown]> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield [`${path}/${name}`, member];
    yield* partsOf(member, `${path}/${name}`);
  }
}

describe.each(["management", "vault", "events"])("the bundled document of %s", (service) => {
  const document = readFile(`${root}/packages/${service}/src/generated/openapi.json`, "utf8").then((text) => JSON.parse(text) as Json);

  it("has no property whose schema is false", async () => {
    const refused = [...partsOf(await document)].filter(([path, value]) => /\/properties\/[^/]+$/.test(path) && value === false);
    expect(refused.map(([path]) => path)).toEqual([]);
  });

  it("has no form that is a union", async () => {
    const names = [...partsOf(await document)].flatMap(([path, value]) =>
      path.endsWith("/application~1x-www-form-urlencoded/schema/$ref") || path.endsWith("/application/x-www-form-urlencoded/schema/$ref")
        ? [String(value)]
        : [],
    );
    const { schemas } = (await document)["components"] as { readonly schemas: { readonly [name: string]: Json } };
    expect(names).toEqual(service === "management" ? ["#/components/schemas/TokenRequest"] : []);
    for (const name of names) expect(Object.keys(schemas[name.split("/").at(-1) ?? ""] ?? {})).not.toEqual(expect.arrayContaining(["oneOf"]));
  });
});

const text = { type: "string" };
const grants = {
  Own: { type: "object", required: ["kind"], properties: { kind: { type: "string", const: "own" }, scope: text } },
  Code: {
    type: "object",
    required: ["kind", "code"],
    properties: { kind: { type: "string", const: "code" }, code: { ...text, description: "The code." }, scope: text },
  },
};

/** A contract with one form. */
function contractOf(schemas: { readonly [name: string]: Json }, form: Json): Contract {
  const content = { "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Form" } } };
  const post = { operationId: "issueToken", requestBody: { content } };
  return documentContract("example", { paths: { "/token": { post } }, components: { schemas: { ...schemas, Form: form } } });
}

const union = { oneOf: [{ $ref: "#/components/schemas/Own" }, { $ref: "#/components/schemas/Code" }], discriminator: { propertyName: "kind" } };

describe("a form that is a union", () => {
  const { components } = bundledDocument(contractOf(grants, union)) as { readonly components: { readonly schemas: { readonly Form: Json } } };
  const form = components.schemas.Form;
  const accepts = new Ajv2020({ strict: false }).compile(form);

  it("becomes one object, whose properties say when they are required", () => {
    expect(form).toMatchObject({
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: ["own", "code"] }, code: { description: "The code. Required if `kind` is `code`." }, scope: text },
    });
    expect(Object.keys(form)).not.toEqual(expect.arrayContaining(["oneOf", "discriminator"]));
  });

  it.each([
    [{ kind: "own" }, true],
    [{ kind: "own", scope: "a" }, true],
    [{ kind: "code", code: "c" }, true],
    [{ kind: "code" }, false],
    [{ kind: "password" }, false],
    [{ code: "c" }, false],
    [{ kind: "own", scope: 1 }, false],
  ])("accepts what the union does: %j", (value, expected) => {
    expect(accepts(value)).toBe(expected);
  });
});

it.each([
  ["has no discriminator", grants, { oneOf: union.oneOf }, /without a discriminator/],
  [
    "has two schemas for one property",
    { ...grants, Own: { ...grants.Own, properties: { ...grants.Own.properties, scope: { type: "integer" } } } },
    union,
    /different schemas for scope/,
  ],
  ["is closed in one alternative", { ...grants, Own: { ...grants.Own, additionalProperties: false } }, union, /has additionalProperties/],
  ["lacks a constant", { ...grants, Own: { ...grants.Own, properties: { kind: text } } }, union, /const of kind/],
])("a form that %s is an error with the name of its operation", (_what, schemas, form, says) => {
  const bundle = (): unknown => bundledDocument(contractOf(schemas, form));
  expect(bundle).toThrow(says);
  expect(bundle).toThrow("issueToken");
});
