import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { checkStructure } from "./structure/check-structure.ts";

readCommandLine("Usage: npx pnpm structure\n  Finds what a service of this repository lacks.");
const { services, findings } = checkStructure(ROOT);
for (const finding of findings) console.log(finding);
console.log(`${services} services, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
