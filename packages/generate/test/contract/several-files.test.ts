import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { generate } from "../../src/lib/generator/generate.ts";
import { projectForTest } from "../support.ts";

/** The methods that are generated from files, of which `openapi.yaml` is the first, with their paths. */
async function methodsOf(files: { readonly [name: string]: string }): Promise<readonly string[]> {
  const folder = await projectForTest();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const { "operations.ts": text } = await generate(join(folder, "openapi.yaml"), { house: false });
  return [...text.matchAll(/id: "(\w+)",\s+method: "(\w+)",\s+path: "([^"]+)"/g)].map(([, ...parts]) => parts.join(" "));
}

const done = 'responses: { "204": { description: Done. } }';

describe("a contract of several files", () => {
  it("may have a path item as a file, which adds to that of another file in OpenAPI 3.0", async () => {
    const methods = await methodsOf({
      "openapi.yaml": 'openapi: 3.0.3\ninfo: { title: Thing, version: "1" }\npaths:\n  /a/{id}: { $ref: ./item.yaml }\n',
      "item.yaml": `$ref: ./base.yaml\nparameters: [{ name: id, in: path, required: true, schema: { type: string } }]\nput: { operationId: putIt, ${done} }\n`,
      "base.yaml": `get: { operationId: getIt, ${done} }\n`,
    });
    expect([...methods].sort()).toEqual(["getIt GET /a/{id}", "putIt PUT /a/{id}"]);
  });

  it("may be in OpenAPI 2.0, with paths, parameters, responses and schemas in other files", async () => {
    const files = {
      "openapi.yaml": `swagger: "2.0"\ninfo: { title: Thing, version: "1" }\nhost: thing.example.com\nconsumes: [application/json]\nproduces: [application/json]
paths:\n  /a/{id}: { $ref: ./item.yaml }\n  /b: { $ref: "./paths.yaml#/b" }\ndefinitions:\n  Thing: { $ref: "./models.yaml#/Thing" }\n`,
      "item.yaml": `parameters: [{ $ref: "./shared.yaml#/id" }]
get: { operationId: getIt, responses: { "200": { description: Done., schema: { $ref: "./models.yaml#/Thing" } }, "404": { $ref: "./shared.yaml#/missing" } } }
put:
  operationId: putIt
  parameters: [{ $ref: "./shared.yaml#/body" }]
  ${done}
`,
      "paths.yaml": `b: { post: { operationId: postIt, consumes: [multipart/form-data], parameters: [{ name: file, in: formData, type: file, required: true }], ${done} } }\n`,
      "shared.yaml": `id: { name: id, in: path, required: true, type: integer, maximum: 7 }
body: { name: thing, in: body, required: true, schema: { $ref: "./models.yaml#/Thing" } }
missing: { description: No., schema: { type: object, properties: { why: { type: string } } } }\n`,
      "models.yaml": `Thing: { type: object, required: [size], properties: { size: { type: integer, minimum: 0, exclusiveMinimum: true, x-nullable: true }, next: { $ref: "#/Thing" } } }\n`,
    };
    expect([...(await methodsOf(files))].sort()).toEqual(["getIt GET /a/{id}", "postIt POST /b", "putIt PUT /a/{id}"]);
    const folder = await projectForTest();
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const { "operations.ts": rows, "schema.ts": types } = await generate(join(folder, "openapi.yaml"), { house: false });
    expect(rows).toMatch(/pathParameters: \{\s*id: \{ type: "integer", maximum: 7, required: true \}/);
    expect(rows).toContain('mediaType: "multipart/form-data"');
    expect(types).toMatch(/type Thing = \{\s+next\?: components\["schemas"\]\["Thing"\];\s+size: number \| null;/);
  });

  it("in OpenAPI 2.0 names the file that is missing", async () => {
    const text = 'swagger: "2.0"\ninfo: { title: Thing, version: "1" }\npaths:\n  /a: { $ref: ./none.yaml }\n';
    await expect(methodsOf({ "openapi.yaml": text })).rejects.toMatchObject({ findings: [{ line: 4, message: expect.stringContaining("none.yaml") }] });
  });
});
