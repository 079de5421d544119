import { readCommandLine } from "@keywright/tool-test-kit/command";
import { countCreateItem } from "./call/create-item.ts";
import { isShortEnough, lengthOf, linesOf } from "./call/print-call.ts";

const usage = `Usage: npx pnpm bench:call [--functions]
  Prints the files that one createItem of the vault client runs, in the order of the call. Exits with 1 if a figure is above its goal.
  --functions  also lists the functions of each file`;
const { values } = readCommandLine(usage, { functions: { type: "boolean", default: false } });

const files = await countCreateItem();
for (const line of linesOf(files, values.functions)) console.log(line);
process.exitCode = isShortEnough(lengthOf(files)) ? 0 : 1;
