import { join } from "node:path";
import { readCommandLine, refuseCommandLine } from "@keywright/tool-test-kit/command";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { LANES, runParts } from "./parts/run-parts.ts";

const all = LANES.flat();
const USAGE = `Usage: npx pnpm check [part…]\n  Runs all parts, two at a time, and names those that failed: ${all.join(", ")}.\n  part  runs this one and no others`;
const { positionals } = readCommandLine(USAGE, {}, all.length);
const unknown = positionals.find((part) => !all.includes(part));
if (unknown !== undefined) refuseCommandLine(USAGE, `${unknown} is not a part.`);

const lanes = LANES.map((parts) => parts.filter((part) => positionals.length === 0 || positionals.includes(part)));
const failed = await runParts(
  lanes,
  (part) => runCommand(join(ROOT, "node_modules/.bin/pnpm"), ["--silent", "run", ...part.split(" ")], { folder: ROOT, timeoutMs: 1_800_000 }),
  (part, { ok, output }, ms) => {
    console.log(`${ok ? "ok    " : "FAILED"} ${part.padEnd(18)} ${(ms / 1000).toFixed(0).padStart(4)} s   ${ok ? (output.split("\n").at(-1) ?? "") : ""}`);
    if (!ok) console.log(output.replaceAll(/^/gm, "       "));
  },
);
for (const part of failed) console.log(`failed: npx pnpm ${part}`);
console.log(`${lanes.flat().length} parts, ${failed.length} failed`);
process.exitCode = failed.length > 0 ? 1 : 0;
