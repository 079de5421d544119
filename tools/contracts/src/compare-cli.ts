import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { withSections } from "@keywright/generate/readme-sections";
import { installPinned } from "@keywright/tool-consumers";
import { PETSHOP } from "@keywright/tool-test-kit/testing/petshop";
import { GENERATORS, PINS } from "./compare/generators.ts";
import { measure } from "./compare/measure.ts";
import { type Column, comparisonSection } from "./compare/table.ts";

readCommandLine(
  "Usage: npx pnpm test:generators\n  Generates clients of one contract with Keywright and with other generators, calls them, and writes the table in packages/generate/README.md.\n  The first run needs an npm registry.",
);

const README = resolve(import.meta.dirname, "../../../packages/generate/README.md");

const manifest = JSON.parse(await readFile(join(PINS, "package.json"), "utf8")) as { readonly dependencies: { readonly [name: string]: string } };
await installPinned(PINS);
const columns: Column[] = [];
for (const generator of GENERATORS) {
  const measured = await measure(generator, PETSHOP.contract);
  const version = generator.packages.map((name) => manifest.dependencies[name] ?? "").join(", with openapi-fetch ");
  columns.push({ name: generator.name, version: version === "" ? "this one" : version, ...measured });
  console.log(`${generator.name}: ${measured.files} files, ${measured.lines} lines, ${measured.bytes} bytes`);
}
await writeFile(README, withSections(await readFile(README, "utf8"), { generators: comparisonSection(columns) }));
const own = columns.find(({ version }) => version === "this one");
const behind = comparisonSection(own === undefined ? [] : [own])
  .split("\n")
  .filter((line) => line.endsWith("| no |"));
for (const line of behind) console.error(`Keywright has no ${line.split("|")[1]?.trim() ?? ""}`);
process.exitCode = behind.length === 0 ? 0 : 1;
