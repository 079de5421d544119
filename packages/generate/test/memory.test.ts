import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { projectForTest } from "./support.ts";

const command = bundledProgram(fileURLToPath(new URL("..", import.meta.url)));

/** Three generations of young objects, each of at most 16 MB, are not counted as live. */
const YOUNG = 48;

/** A document of about 1 MB. */
function largeDocument(): object {
  const description = "A description that is as long as those of large contracts are. ".repeat(4);
  const schema = {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 24 }, (_, index) => [`field${index}`, { type: "string", description }])),
  };
  const numbers = Array.from({ length: 120 }, (_, index) => index);
  const operation = ({ number }: { readonly number: number }): object => {
    const content = { "application/json": { schema: { $ref: `#/components/schemas/Thing${number}` } } };
    return { post: { operationId: `createThing${number}`, requestBody: { content }, responses: { 200: { description, content } } } };
  };
  return {
    openapi: "3.0.3",
    info: { title: "Things", version: "1" },
    servers: [{ url: "https://things.example" }],
    paths: Object.fromEntries(numbers.map((number) => [`/things/${number}`, operation({ number })])),
    components: { schemas: Object.fromEntries(numbers.map((number) => [`Thing${number}`, schema])) },
  };
}

describe("keywright-generate with a large contract", () => {
  it("collects garbage before the heap is much larger than its live data", async () => {
    const folder = await projectForTest();
    const contract = join(folder, "openapi.json");
    await writeFile(contract, JSON.stringify(largeDocument()));
    const { stdout } = await promisify(execFile)(process.execPath, ["--trace-gc", command, contract, "--out", join(folder, "out")]);
    const sizes = [...stdout.matchAll(/Mark-Compact[^>]*? ([\d.]+) \([\d.]+\) -> ([\d.]+) /g)].map(([, before, after]) => ({
      before: Number(before),
      after: Number(after),
    }));
    expect(sizes.length).toBeGreaterThan(2);
    for (const [index, { after }] of sizes.slice(0, -1).entries()) expect(sizes[index + 1]?.before).toBeLessThan(1.6 * after + YOUNG);
  });
});
