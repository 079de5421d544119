import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { runCommand } from "@keywright/tool-check-api/run-command";
import { PETSHOP } from "@keywright/tool-testing/petshop";
import { keywrightGenerate, projectForTest } from "./support.ts";
import { typeErrorsOf } from "./type-errors.ts";

const loader = fileURLToPath(import.meta.resolve("tsx"));
const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");

it("the generated client compiles with a program and the README's snippet, and sends what the contract says", { timeout: 120_000 }, async () => {
  const folder = await projectForTest();
  const { exitCode, errors } = await keywrightGenerate(PETSHOP.contract, "--out", join(folder, "generated"));
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  const program = join(folder, "program.ts");
  await copyFile(PETSHOP.program, program);
  const [, snippet = ""] = /^```ts test\n([\s\S]*?)^```$/m.exec(readme) ?? [];
  expect(snippet).toContain("createPetshopClient");
  const names = (await readdir(join(folder, "generated"))).map((name) => `generated/${name}`);
  const texts = await Promise.all(["program.ts", ...names].map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const));
  expect(typeErrorsOf({ ...Object.fromEntries(texts), "snippet.ts": snippet })).toEqual([]);
  const { output } = await runCommand(process.execPath, ["--import", loader, program], { folder });
  expect(JSON.parse(output)).toEqual(PETSHOP.printed);
});
