import { copyFile, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runCommand } from "@keywright/tool-command/run-command";
import { PETSHOP } from "@keywright/tool-testing/petshop";
import { keywrightGenerate, projectForTest } from "./support.ts";

const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const loader = fileURLToPath(import.meta.resolve("tsx"));

it("the generated client compiles, and sends what the contract says", { timeout: 120_000 }, async () => {
  const folder = await projectForTest();
  const { exitCode, errors } = await keywrightGenerate(PETSHOP.contract, "--out", join(folder, "generated"));
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  const program = join(folder, "program.ts");
  await copyFile(PETSHOP.program, program);
  // The snippet of the README is compiled with it.
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  const [, snippet = ""] = /^```ts test\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  expect(snippet).toContain("createPetshopClient");
  await writeFile(join(folder, "snippet.ts"), snippet);
  const strict = "--strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --verbatimModuleSyntax --noEmit --skipLibCheck".split(" ");
  // Core is source here, whose imports are of TypeScript.
  const modules = "--target es2022 --module esnext --moduleResolution bundler --lib es2022,dom,dom.iterable --allowImportingTsExtensions".split(" ");
  const types = ["--typeRoots", fileURLToPath(new URL("../../../node_modules/@types", import.meta.url)), "--types", "node"];
  const compiled = await runCommand(process.execPath, [compiler, program, join(folder, "snippet.ts"), ...strict, ...modules, ...types], { folder });
  expect(compiled.output).toBe("");
  const { output } = await runCommand(process.execPath, ["--import", loader, program], { folder });
  expect(JSON.parse(output)).toEqual(PETSHOP.printed);
});
