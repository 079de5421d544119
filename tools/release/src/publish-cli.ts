import { resolve } from "node:path";
import { publishRelease } from "./publish.ts";

const USAGE =
  "Usage: npx pnpm release publish [folder]\n  Publishes the packages of release pack that the registry does not have.\n  folder  the folder that release pack has written. Default: release";

// This command runs without installed packages, so it cannot use @keywright/tool-test-kit.
const words = process.argv.slice(2).filter((word) => word !== "--");
const option = words.find((word) => word.startsWith("-"));
if (option === "--help" || option === "-h") {
  console.log(USAGE);
  process.exit(0);
}
if (option !== undefined || words.length > 1) {
  console.error(`${option ?? words[1]} is not understood.\n${USAGE}`);
  process.exit(2);
}
try {
  const published = await publishRelease(resolve(words[0] ?? "release"));
  for (const { release, tag } of published) console.log(`${release.name}@${release.version} ${tag === undefined ? "already exists" : `published as ${tag}`}`);
  console.log(`${published.filter(({ tag }) => tag !== undefined).length} of ${published.length} packages published`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
