import { resolve } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { writeChangelogs } from "./release/changelog.ts";

const { positionals } = readCommandLine(
  "Usage: changelog-cli.ts [folder]\n  Adds the changes of the contracts to the changelogs of a release.\n  folder  the root of the repository. Default: this repository",
  {},
  1,
);
const written = await writeChangelogs(resolve(positionals[0] ?? resolve(import.meta.dirname, "../../..")));
for (const path of written) console.log(`wrote ${path}`);
console.log(`${written.length} changelogs with changes of a contract`);
