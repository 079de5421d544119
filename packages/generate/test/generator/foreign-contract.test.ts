import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { outcomeOf } from "../made.ts";

const CONTRACT = `openapi: 3.1.0
info: { title: Parcels, version: "1" }
paths:
  /parcels/{id}:
    get:
      operationId: Parcels_read-one
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      responses: { "200": { description: A parcel., content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } } }
    put:
      operationId: Parcels_replace
      parameters:
        - { name: id, in: path, required: true, schema: { type: string } }
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }
      responses: { "204": { description: Replaced. } }
  /parcels:
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Parcel" } } } }
      responses: { "204": { description: Made. } }
components:
  schemas:
    Parcel: { type: object, required: [weight], properties: { weight: { type: number } } }
`;

/** Generates from a contract of somebody else, in a folder without rules. */
async function generateForeign(contract: string, options: Parameters<typeof generate>[1] = { house: false }): ReturnType<typeof generate> {
  const root = await mkdtemp(join(tmpdir(), "keywright-foreign-"));
  try {
    await mkdir(join(root, "parcels"));
    const path = join(root, "parcels/openapi.yaml");
    await writeFile(path, contract);
    return await generate(path, options);
  } finally {
    await rm(root, { recursive: true });
  }
}

describe("a contract that does not keep the rules of this repository", () => {
  it("gets imports of what its code uses, whatever its text says", async () => {
    const said = 'description: "Has a : Filter; of <Paginator<BinaryContent> and isErrorOf as such.",';
    const files = await generateForeign(
      CONTRACT.replace("properties: { weight: {", `properties: { weight: { ${said}`).replace("Parcel: { type: object,", `Parcel: { ${said} type: object,`),
    );
    expect(files["client.ts"]).toContain(said.slice(14, -2));
    expect(files["client.ts"]).toMatch(/^import type \{ CallOptions, ClientOptions, HttpResponse \} from "@keywright\/core";$/m);
    expect(files["client.ts"]).not.toContain("import type { ErrorGuard }");
  });

  it("writes names of filters as text, never as code", async () => {
    const filter = `{ attributes: { '*/ globalThis.written = 1; /*': string }, operators: [eq], brackets: false }`;
    const parameter = `{ name: filter, in: query, schema: { type: string }, x-filter: ${filter} }`;
    const files = await generateForeign(
      CONTRACT.replace(
        "  /parcels:\n",
        `  /parcels:\n    get: { operationId: list, parameters: [${parameter}], responses: { "204": { description: None. } } }\n`,
      ),
    );
    expect(files["filters.ts"]).toContain('`listFilter.eq("*\\/ globalThis.written = 1; /*", value)`');
  });

  it("is not turned into files that no compiler can read", async () => {
    const origin = { file: "a.yaml", command: "a\n(" };
    await expect(generateForeign(CONTRACT, { house: false, origin })).rejects.toThrow(/schema\.ts would be invalid TypeScript: .* in line \d+\. Simplify/);
    const named = await generateForeign(CONTRACT, { house: false, origin: { file: "a\n(.yaml", command: "a" } });
    expect(named["schema.ts"]).toMatch(/^\/\/ Generated from a \(\.yaml by `a`\. Do not edit/);
  });

  it("gets methods whose names are identifiers, from the operationId or from method and path", async () => {
    const files = await generateForeign(CONTRACT);
    const methods = [...files["client.ts"].matchAll(/^ {2}(\w+)\(.*Promise<(?!HttpResponse)/gm)].map(([, name]) => name);
    expect(methods).toEqual(["parcelsReadOne", "parcelsReplace", "postParcels"]);
  });

  it("retries by the method: PUT and GET are idempotent, POST is not", async () => {
    const files = await generateForeign(CONTRACT);
    const retries = [...files["operations.ts"].matchAll(/id: "(\w+)"[\s\S]*?retry: "(\w+)"/g)].map(([, id, retry]) => `${id} ${retry}`);
    expect(retries).toEqual(["parcelsReadOne safe", "parcelsReplace safe", "postParcels never"]);
  });

  it("keeps what the contract says itself", async () => {
    const files = await generateForeign(CONTRACT.replace("operationId: Parcels_replace", "operationId: replaceParcel\n      x-retry: never"));
    expect(files["operations.ts"]).toMatch(/id: "replaceParcel",[\s\S]*?retry: "never"/);
  });

  it("shows a variable where it has no example", async () => {
    const files = await generateForeign(CONTRACT);
    expect(files["client.ts"]).toContain("await parcels.parcelsReplace({ id, body });");
  });

  it("is an error if it is no OpenAPI document, with the place", async () => {
    await expect(generateForeign(CONTRACT.replace("in: path", "in: pth"))).rejects.toThrow(
      /parcels\/openapi\.yaml:8:\d+: .*"pth"|parcels\/openapi\.yaml:8:\d+: /,
    );
    await expect(generateForeign(CONTRACT.replaceAll("schemas/Parcel", "schemas/Parcle"))).rejects.toThrow(/parcels\/openapi\.yaml:9:\d+: .*\$ref/);
  });

  it("has a number after an operationId that exists twice", async () => {
    expect((await generateForeign(CONTRACT.replace("Parcels_replace", "Parcels_read-one")))["client.ts"]).toContain("  parcelsReadOne2(");
  });

  it("is an error where its path has a parameter that it does not declare", async () => {
    const undeclared = CONTRACT.replace("/parcels/{id}", "/parcels/{id}/{part}");
    await expect(generateForeign(undeclared)).rejects.toThrow("the path has {part} but no path parameter part: declare it");
  });

  it.each([
    ["an x-retry", "operationId:", "x-retry: sometimes", 'x-retry must be safe, never or with-key; got "sometimes"'],
    ["an x-poll", "operationId:", "x-poll: { until: done }", "x-poll has operation, input, state, done, failed"],
    ["an x-pagination", "operationId:", "x-pagination: { style: pages }", "x-pagination must have a style of"],
    [
      "an x-pagination without a member",
      "operationId:",
      "x-pagination: { style: offset, limit: id }",
      "x-pagination of style offset must have exactly style, offset, limit",
    ],
    ["a list of x-exclusive", "required: [weight]", "x-exclusive: [weight]", "x-exclusive must be a list of groups of two or more property names"],
    ["a name of x-exclusive", "required: [weight]", "x-exclusive: [[weight, size]]", 'x-exclusive may list only properties of its schema (weight); got "size"'],
  ])("is an error at %s that means nothing", async (_what, before, said, told) => {
    const text = CONTRACT.replace(before, before === "operationId:" ? `${said}\n      ${before}` : `${said}, ${before}`);
    const { findings } = await outcomeOf(text, { rules: "foreign" });
    const line = text.slice(0, text.indexOf(said)).split("\n").length;
    expect(findings[0]).toMatchObject({ line, message: expect.stringContaining(told) as string });
    expect(findings.map((finding) => finding.line)).toEqual(findings.map(() => line));
  });

  it("may have extensions of others, and ours where they mean nothing to us", async () => {
    const { findings } = await outcomeOf(
      CONTRACT.replace("operationId: Parcels_read-one", "x-internal: 1\n      x-name: 7\n      x-retry: never\n      operationId: Parcels_read-one"),
      { rules: "foreign" },
    );
    expect(findings).toEqual([]);
  });

  it("hides what it marks as a secret, whatever the mark says", async () => {
    const secret = CONTRACT.replace("weight: { type: number }", 'weight: { type: number }, pin: { type: string, x-secret: "yes" }');
    expect((await generateForeign(secret))["operations.ts"]).toContain("secrets: { response: { pin: true } }");
  });
});
