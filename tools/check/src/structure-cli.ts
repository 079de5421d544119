import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { findStale, judge, readBudgets } from "./structure/budgets.ts";
import { checkStructure } from "./structure/check-structure.ts";
import { measureStructure } from "./structure/measure.ts";

const USAGE =
  "Usage: npx pnpm structure [--list WORD]\n  Prints sizes and their budgets, and finds what a service lacks and unused code.\n  --list  also prints what the rows with this word count";
const { values } = readCommandLine(USAGE, { list: { type: "string" } });

const unused = runCommand(join(ROOT, "node_modules/.bin/knip"), [], { folder: ROOT });
const budgets = readBudgets();
const measured = await measureStructure(ROOT, budgets);
const rows = judge(measured, budgets);
console.table(Object.fromEntries(rows.map(({ what, value, budget, goal = budget, verdict }) => [what, { value, budget, goal, verdict }])));
const bad = rows.filter(({ verdict }) => verdict === "over" || verdict === "no budget");
for (const { what, details = [], verdict } of rows) {
  const isListed = what.startsWith("lines: ") || (values.list !== undefined && what.includes(values.list));
  if (verdict !== "over" && !isListed) continue;
  console.log(`${what}:`);
  for (const detail of details) console.log(`  ${detail}`);
}
const { services, findings } = checkStructure(ROOT);
const problems = [...findStale(ROOT, measured, budgets), ...findings];
for (const problem of problems) console.log(problem);
const knip = await unused;
if (!knip.ok) console.log(knip.output);
console.log(`${services} services, ${rows.length} budgets, ${bad.length + problems.length + (knip.ok ? 0 : 1)} findings`);
process.exitCode = bad.length + problems.length > 0 || !knip.ok ? 1 : 0;
