import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { foreignFiles } from "../src/lib/foreign-files.ts";

const GENERATED = { "client.ts": "// Generated from billing.yaml\n", "openapi.json": "{}\n" };

it.each([
  ["a README that somebody wrote, and what only a generated one vouches for", { ...GENERATED, "README.md": "# Billing\n" }, ["README.md", "openapi.json"]],
  ["a document without a README", GENERATED, ["openapi.json"]],
  ["nothing in a folder that was generated", { ...GENERATED, "README.md": "# Generated; do not edit\n" }, []],
])("finds %s", async (_what, files, foreign) => {
  const folder = await mkdtemp(join(tmpdir(), "keywright-foreign-"));
  try {
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    expect(await foreignFiles(folder)).toEqual(foreign);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
