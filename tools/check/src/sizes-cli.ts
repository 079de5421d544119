import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { budgetOf, ENTRIES, type Use, USES } from "./sizes/budgets.ts";
import { measure, readPublished } from "./sizes/measure.ts";
import { isOver, type Row, tableOf } from "./sizes/table.ts";

readCommandLine("Usage: npx pnpm sizes\n  Weighs what users bundle, and looks whether it keeps the budgets.");

const published = await readPublished(ROOT);
const names = [...published.files.keys()];
const rowsOf = (uses: readonly Use[]): Promise<Row[]> => Promise.all(uses.map(async (use) => ({ ...use, size: await measure(use, published) })));
const uses = await rowsOf(USES);
const entries = await rowsOf(names.map((what) => ({ what, source: `export * from "${what}";\n`, budget: budgetOf(what) })));
for (const line of [...tableOf("what users bundle, in bytes", uses), "", ...tableOf("all of an entry", entries), ""]) console.log(line);

const unknown = Object.keys(ENTRIES).filter((entry) => !names.includes(entry));
for (const entry of unknown) console.log(`${entry} has a budget and is not published; take it out of tools/check/src/sizes/budgets.ts.`);
for (const { what, size } of entries.filter(({ budget }) => budget === 0))
  console.log(`${what} has no budget and ${size} bytes; write one in tools/check/src/sizes/budgets.ts.`);
const over = [...uses, ...entries].filter(isOver).length;
console.log(`${uses.length + entries.length} sizes, ${over} over budget`);
process.exitCode = over + unknown.length > 0 ? 1 : 0;
