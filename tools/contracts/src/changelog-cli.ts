import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { writeChangelogs } from "./release/changelog.ts";

readCommandLine("Usage: changelog-cli.ts\n  Adds the changes of the contracts to the changelogs of a release, as the last step of npx pnpm release version.");
const written = await writeChangelogs(ROOT);
for (const path of written) console.log(`wrote ${path}`);
// A version is made before it is approved, so only its tag says that users can install it.
const readme = join(ROOT, "README.md");
const state = "> A version is on npm when it has a tag: `git tag --list '@keywright/*'`.";
await writeFile(readme, (await readFile(readme, "utf8")).replace(/^> No package is on npm yet\..*$/m, state));
console.log(`${written.length} changelogs with changes of a contract`);
