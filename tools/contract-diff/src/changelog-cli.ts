import { resolve } from "node:path";
import { writeChangelogs } from "./release/changelog.ts";

const written = await writeChangelogs(resolve(process.argv[2] ?? resolve(import.meta.dirname, "../../..")));
for (const path of written) console.log(`wrote ${path}`);
console.log(`${written.length} changelogs with changes of a contract`);
