import { readCommandLine, refuseCommandLine } from "@keywright/tool-command";
import { createEvidence, lookAtOutput } from "./evidence.ts";
import { watchLeftovers } from "./leftovers.ts";
import { matrix } from "./matrix.ts";
import { printHeader, printMoved, printResult } from "./print.ts";
import { runRow } from "./run-row.ts";
import { transports } from "./transports.ts";

const USAGE = `Usage: npx pnpm test:faults [--only F5[,F9]] [--transport NAME]
  --only       runs these rows alone: ${matrix.map(({ id }) => id).join(", ")}
  --transport  what carries the requests: ${Object.keys(transports).join(", ")}. Default: each of them, one after the other`;

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, { only: { type: "string" }, transport: { type: "string" } });
  const only = values.only?.split(",");
  const carriers = values.transport?.split(",") ?? Object.keys(transports);
  const unknown = [...(only ?? []).filter((id) => !matrix.some((row) => row.id === id)), ...carriers.filter((name) => !(name in transports))];
  if (unknown.length > 0) refuseCommandLine(USAGE, `There is no ${unknown.join(", ")}.`);
  const evidence = createEvidence();
  lookAtOutput(evidence);
  const leftovers = watchLeftovers();
  const rows = matrix.filter(({ id }) => only?.includes(id) ?? true);
  let wrong = 0;
  for (const transport of carriers) {
    printHeader(transport);
    for (const row of rows) {
      if ("mutants" in row) {
        printMoved(row);
        continue;
      }
      const result = await runRow(row, { transport, evidence, leftovers });
      printResult(result);
      if (result.wrong.length > 0) wrong += 1;
    }
  }
  console.log(`${rows.length} rows on ${carriers.length} transports, ${wrong} wrong`);
  return wrong === 0 ? 0 : 1;
}

// A row that was given up may still have work under way: it must not keep the process.
process.exit(await main());
