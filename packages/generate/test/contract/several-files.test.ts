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
});
