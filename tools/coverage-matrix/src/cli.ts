import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { collectTests } from "./collect-tests.ts";
import { makeMatrix } from "./matrix.ts";
import { documents } from "./rules/all.ts";

const path = (from: string): string => fileURLToPath(new URL(`../../../${from}`, import.meta.url));
const target = path("packages/emulator/COVERAGE.md");

const contractTests = collectTests(path("packages/contract-tests/test")).map(({ file, title }) => ({ file: `contract-tests/${file}`, title }));
const { text, problems } = makeMatrix(documents, [...collectTests(path("packages/emulator/test")), ...contractTests]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  process.exitCode = 1;
} else if (!process.argv.includes("--check")) {
  writeFileSync(target, text);
} else if (readFileSync(target, "utf8") !== text) {
  console.error("packages/emulator/COVERAGE.md is not what the rules and the tests give: run `pnpm coverage:matrix`");
  process.exitCode = 1;
}
if (process.exitCode === undefined) {
  const rules = documents.flatMap((document) => document.rules);
  console.log(`coverage: ${rules.length} rules, ${rules.filter(({ absent }) => absent === undefined).length} of them with tests that exist`);
}
