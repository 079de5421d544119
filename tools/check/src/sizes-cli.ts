import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { budgetOf, ENTRIES, type Use, USES } from "./sizes/budgets.ts";
import { excessOf, measure, readPublished } from "./sizes/measure.ts";

readCommandLine("Usage: npx pnpm sizes\n  Weighs what users bundle, and looks whether it keeps the budgets.");

const published = await readPublished(ROOT);
const names = [...published.files.keys()];
const rowsOf = (uses: readonly Use[]) => Promise.all(uses.map(async (use) => ({ ...use, size: await measure(use, published) })));
const uses = await rowsOf(USES);
const entries = await rowsOf(names.map((what) => ({ what, source: `export * from "${what}";\n`, budget: budgetOf(what) })));
const width = Math.max(...[...USES, ...entries].map(({ what }) => what.length));
const line = (what: string, ...cells: readonly (string | number)[]): string => what.padEnd(width) + cells.map((cell) => String(cell).padStart(12)).join("");
for (const [title, rows] of [
  ["what users bundle, in bytes", uses],
  ["all of an entry", entries],
] as const) {
  console.log(line(title, "min + gzip", "budget"));
  for (const row of rows) console.log(line(row.what, row.size, row.budget) + (excessOf(row) > 0 ? `  over by ${excessOf(row)}` : ""));
  console.log();
}

const unknown = Object.keys(ENTRIES).filter((entry) => !names.includes(entry));
for (const entry of unknown) console.log(`${entry} has a budget and is not published; take it out of tools/check/src/sizes/entries.json.`);
for (const { what, size } of entries.filter(({ budget }) => budget === 0))
  console.log(`${what} has no budget and ${size} bytes; write one in tools/check/src/sizes/entries.json.`);
const over = [...uses, ...entries].filter((row) => excessOf(row) > 0).length;
console.log(`${uses.length + entries.length} sizes, ${over} over budget`);
process.exitCode = over + unknown.length > 0 ? 1 : 0;
