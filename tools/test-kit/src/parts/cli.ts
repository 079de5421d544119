import { rejectCommandLine } from "../command/index.ts";
import { COMMANDS } from "./commands.ts";
import { type Lane, readWords, usageOf } from "./part.ts";
import { recordPart, showPart, runParts } from "./run-parts.ts";

const USAGE = `Usage: npx pnpm ${Object.keys(COMMANDS).join(" | ")} [part]`;
const [name = "", ...given] = process.argv.slice(2);
// pnpm passes its own `--` to the command.
const words = given[0] === "--" ? given.slice(1) : given;

function help(usage: string): never {
  console.log(usage);
  process.exit(0);
}

if (name === "--help") help(USAGE);
const command = COMMANDS[name] ?? rejectCommandLine(USAGE, `${name} is not a command.`);
const usage = usageOf(name, command);
if (["--help", "-h", "list"].includes(words[0] ?? "")) help(usage);
const wanted = readWords(command, words);
if ("unknown" in wanted) rejectCommandLine(usage, wanted.unknown === "" ? "A part is missing." : `${wanted.unknown} is not a part.`);
process.exitCode = "lanes" in wanted ? await runLanes(wanted.lanes) : await showPart(wanted.part, wanted.words);

async function runLanes(lanes: readonly Lane[]): Promise<number> {
  const failed = await runParts(lanes, recordPart, (part, { ok, output }, ms) => {
    console.log(`${ok ? "ok    " : "FAILED"} ${part.padEnd(10)} ${(ms / 1000).toFixed(0).padStart(4)} s   ${ok ? (output.split("\n").at(-1) ?? "") : ""}`);
    if (!ok) console.log(output.replaceAll(/^/gm, "       "));
  });
  for (const part of failed) console.log(`failed: npx pnpm ${name} ${part}`);
  console.log(`${lanes.flat().length} parts, ${failed.length} failed`);
  return failed.length > 0 ? 1 : 0;
}
