import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { ENTRIES, type Use, USES } from "./sizes/budgets.ts";
import { withDefaults } from "./sizes/default-budgets.ts";
import { measureUse } from "./sizes/measure.ts";
import { entriesOf, readPublished } from "./sizes/published.ts";
import { isOver, printTable, type Row } from "./sizes/table.ts";

readCommandLine("Usage: npx pnpm sizes\n  Weighs what users bundle, and looks whether it keeps the budgets.");

const published = await readPublished(ROOT);
const names = [...published.files.keys()];
const { clients, limits } = withDefaults(ENTRIES, names);

const rowsOf = (uses: readonly Use[]): Promise<Row[]> =>
  Promise.all(uses.map(async (use) => ({ what: use.what, budget: use.budget, size: await measureUse(use, published) })));
const uses = await rowsOf([...USES, ...clients]);
const entries = await rowsOf(entriesOf(names, limits));
console.log(`${printTable("what users bundle, in bytes", uses)}\n`);
console.log(`${printTable("all of an entry", entries)}\n`);

const unknown = Object.keys(ENTRIES).filter((entry) => !names.includes(entry));
for (const entry of unknown) console.log(`${entry} has a budget and is not published; take it out of tools/check/src/sizes/budgets.ts.`);
for (const { what, size } of entries.filter((row) => limits[row.what] === undefined))
  console.log(`${what} has no budget and ${size.gzip} bytes; write one in tools/check/src/sizes/budgets.ts.`);
const over = [...uses, ...entries].filter(isOver).length;
console.log(`${uses.length + entries.length} sizes, ${over} over budget`);
process.exitCode = over + unknown.length > 0 ? 1 : 0;
