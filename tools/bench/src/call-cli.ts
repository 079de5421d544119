import { readCommandLine } from "@keywright/tool-test-kit/command";
import { countCreateItem, judgeCall } from "./create-item.ts";

readCommandLine(
  "Usage: npx pnpm bench:call\n  Prints the files and functions that one createItem of the vault client runs. Exits with 1 if a figure is above its goal.",
);
const { lines, isShort } = judgeCall(await countCreateItem());
for (const line of lines) console.log(line);
process.exitCode = isShort ? 0 : 1;
