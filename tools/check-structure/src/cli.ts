import { resolve } from "node:path";
import { checkStructure } from "./check-structure.ts";

const root = resolve(process.argv[2] ?? resolve(import.meta.dirname, "../../.."));
const { findings, names, places } = await checkStructure(root);
for (const finding of findings) console.log(finding);
console.log(`${names} names in ${places} places, ${findings.length} findings`);
process.exitCode = findings.length > 0 ? 1 : 0;
