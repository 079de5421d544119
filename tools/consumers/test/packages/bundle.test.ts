import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { bundlePrograms } from "../../src/packages/bundle.ts";
import { readOutcomes } from "../../src/packages/cells.ts";
import type { Services } from "../../src/packages/inside/program.ts";
import { entriesOf, runsAnywhere } from "../../src/packages/installed.ts";

/** No program asks a service. */
const SERVICES = {} as Services;

/** A project with one installed package, `@keywright/fixture`, whose entries are those modules. */
async function project(entries: { readonly [entry: string]: string }) {
  const folder = await mkdtemp(join(tmpdir(), "keywright-bundle-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const installed = join(folder, "node_modules/@keywright/fixture");
  await mkdir(installed, { recursive: true });
  const exports: Record<string, string> = {};
  for (const [index, [entry, source]] of Object.entries(entries).entries()) {
    const file = `./${index}${entry.endsWith(".json") ? ".json" : ".js"}`;
    exports[entry] = file;
    await writeFile(join(installed, file), source);
  }
  const manifest = { name: "@keywright/fixture", type: "module", exports };
  await writeFile(join(installed, "package.json"), JSON.stringify(manifest));
  return { folder, packages: [{ folder: installed, manifest, programs: [] }] };
}

describe("the programs in a user's project", () => {
  it("load every entry, JSON too, as ESM and by require", async () => {
    const { folder, packages } = await project({ ".": "export const one = 1;", "./schema": "export {};", "./data.json": "{}" });
    for (const form of ["esm", "cjs"] as const) {
      const file = await bundlePrograms(folder, packages, form, SERVICES);
      const { output } = await runCommand(process.execPath, [file], { folder });
      expect(readOutcomes(output)).toEqual([{ name: "@keywright/fixture", did: "3 entries", failures: [] }]);
    }
  });

  it("tell of the entry that throws, and load the others", async () => {
    const { folder, packages } = await project({ ".": 'throw new Error("not today");', "./schema": "export {};" });
    const { output } = await runCommand(process.execPath, [await bundlePrograms(folder, packages, "esm", SERVICES)], { folder });
    const [outcome] = readOutcomes(output);
    expect(outcome?.failures).toEqual([expect.stringMatching(/^@keywright\/fixture: Error: not today/)]);
  });

  it("cannot be bundled for a page where an entry that claims any runtime needs a module of Node", async () => {
    const { folder, packages } = await project({ ".": 'import "node:fs";' });
    await expect(bundlePrograms(folder, packages, "page", SERVICES)).rejects.toThrow('Could not resolve "node:fs"');
  });
});

describe("the claims", () => {
  it("name the entries as users write them", () => {
    expect(entriesOf({ name: "@keywright/core", exports: { ".": {}, "./oauth": {} } })).toEqual(["@keywright/core", "@keywright/core/oauth"]);
    expect(entriesOf({ name: "@keywright/tail" })).toEqual([]);
  });

  it("hold for any runtime unless an entry is for Node", () => {
    const entries = [
      "@keywright/core",
      "@keywright/core/node",
      "@keywright/core/oauth",
      "@keywright/vault/node",
      "@keywright/events/node",
      "@keywright/emulator",
      "@keywright/emulator/vault",
    ];
    expect(entries.filter(runsAnywhere)).toEqual(["@keywright/core", "@keywright/core/oauth"]);
  });
});
