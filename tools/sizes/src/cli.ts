import { resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { ENTRIES, OTHERS, USES } from "./budgets.ts";
import { withDefaults } from "./default-budgets.ts";
import { generateClients, generatedRows } from "./generated-clients.ts";
import { readPublished } from "./published.ts";
import { clientRows, entryRows, useRows } from "./rows.ts";
import { isOver, printTable, type Row } from "./table.ts";

readCommandLine("Usage: npx pnpm sizes\n  Weighs what users bundle, and looks whether it keeps the budgets.");

const root = resolve(import.meta.dirname, "../../..");
const published = await readPublished(root);
const { clients, limits } = withDefaults(ENTRIES, published.files);
const uses = [...(await useRows(USES, published)), ...(await clientRows(clients, published))];
const entries = await entryRows(published, limits);
console.log(`${printTable("what users bundle, in bytes", uses)}\n`);
console.log(`${printTable("the same of the vault by other means", await useRows(OTHERS, published))}\n`);
console.log(`${printTable("by redocly generate-client 2.77", await generated())}\n`);
console.log(`${printTable("all of an entry", entries)}\n`);

const unknown = Object.keys(ENTRIES).filter((entry) => !entries.some(({ what }) => what === entry));
for (const entry of unknown) console.log(`${entry} has a budget and is not published; take it out of tools/sizes/src/budgets.ts.`);
for (const { what, size } of entries.filter((row) => limits[row.what] === undefined))
  console.log(`${what} has no budget and ${size.gzip} bytes; write one in tools/sizes/src/budgets.ts.`);
const over = [...uses, ...entries].filter(isOver).length;
console.log(`${uses.length + entries.length} sizes, ${over} over budget`);
process.exitCode = over + unknown.length > 0 ? 1 : 0;

async function generated(): Promise<Row[]> {
  const { folder, remove } = await generateClients(root);
  try {
    return await generatedRows(folder);
  } finally {
    await remove();
  }
}
