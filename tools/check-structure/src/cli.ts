import { resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-command";
import { checkStructure } from "./check-structure.ts";

const { positionals } = readCommandLine("Usage: npx pnpm structure [folder]\n  folder  the repository to look at. Default: this one", {}, 1);
const root = resolve(positionals[0] ?? resolve(import.meta.dirname, "../../.."));
const { findings, names, places } = await checkStructure(root);
for (const finding of findings) console.log(finding);
console.log(`${names} names in ${places} places, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
