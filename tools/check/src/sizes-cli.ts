import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { budgetOf, ENTRIES, moduleOf, USES } from "./sizes/budgets.ts";
import { excessOf, measure, readPublished } from "./sizes/measure.ts";

readCommandLine("Usage: npx pnpm check sizes\n  Weighs what users bundle, and looks whether it keeps the budgets.");

const published = await readPublished(ROOT);
const names = [...published.files.keys()];
const uses = Object.entries(USES).map(async ([what, { budget, beyond }]) => {
  const size = await measure(published, moduleOf(what), beyond && moduleOf(beyond));
  return { what: beyond === undefined ? what : `${what}, beyond ${beyond}`, size, budget };
});
const entries = names.map(async (what) => ({ what, size: await measure(published, `export * from "${what}";\n`), budget: budgetOf(what) }));
const rows = await Promise.all([...uses, ...entries]);
const columns = (row: (typeof rows)[number]): object => ({ "min + gzip": row.size, budget: row.budget, "over by": excessOf(row) });
console.table(Object.fromEntries(rows.map((row) => [row.what, columns(row)])));

const unknown = Object.keys(ENTRIES).filter((entry) => !names.includes(entry));
for (const entry of unknown) console.log(`${entry} has a budget and is not published; take it out of tools/check/src/sizes/budgets.json.`);
for (const { what, size } of rows.filter(({ budget }) => budget === 0))
  console.log(`${what} has no budget and ${size} bytes; write one in tools/check/src/sizes/budgets.json.`);
const over = rows.filter((row) => excessOf(row) > 0).length;
console.log(`${rows.length} sizes, ${over} over budget`);
process.exitCode = over + unknown.length > 0 ? 1 : 0;
