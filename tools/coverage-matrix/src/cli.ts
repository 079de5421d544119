import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "@keywright/tool-command";
import { collectTests } from "./collect-tests.ts";
import { makeMatrix } from "./matrix.ts";
import { documents } from "./rules/all.ts";

const USAGE =
  "Usage: npx pnpm coverage:matrix [--check]\n  Writes which test shows which rule of the services.\n  --check  write nothing; fail when the file is not that";
const { values } = readCommandLine(USAGE, { check: { type: "boolean", default: false } });

const path = (from: string): string => fileURLToPath(new URL(`../../../${from}`, import.meta.url));
const target = path("packages/emulator/COVERAGE.md");

const contractTests = collectTests(path("packages/contract-tests/test")).map(({ file, title }) => ({ file: `contract-tests/${file}`, title }));
const { text, problems } = makeMatrix(documents, [...collectTests(path("packages/emulator/test")), ...contractTests]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  process.exitCode = 1;
} else if (!values.check) {
  writeFileSync(target, text);
} else if (readFileSync(target, "utf8") !== text) {
  console.error("packages/emulator/COVERAGE.md is not what the rules and the tests give: run `pnpm coverage:matrix`");
  process.exitCode = 1;
}
if (process.exitCode === undefined) {
  const rules = documents.flatMap((document) => document.rules);
  console.log(`coverage: ${rules.length} rules, ${rules.filter(({ absent }) => absent === undefined).length} of them with tests that exist`);
}
