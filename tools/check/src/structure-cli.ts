import { resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { checkStructure } from "./structure/check-structure.ts";

const { positionals } = readCommandLine("Usage: npx pnpm structure [folder]\n  folder  the repository to look at. Default: this one", {}, 1);
const { services, findings } = checkStructure(resolve(positionals[0] ?? ROOT));
for (const finding of findings) console.log(finding);
console.log(`${services} services, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
