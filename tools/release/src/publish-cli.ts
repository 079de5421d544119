import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { publishRelease } from "./publish.ts";

const USAGE =
  "Usage: npx pnpm release:publish [folder] [--registry ADDRESS]\n  Publishes what release:pack has packed and the registry does not have.\n  folder  Default: release";

// Not by @keywright/tool-test-kit: this runs where nothing is installed.
function readArguments() {
  const options = { registry: { type: "string" }, help: { type: "boolean", short: "h", default: false } } as const;
  try {
    return parseArgs({ args: process.argv.slice(2).filter((word) => word !== "--"), allowPositionals: true, options });
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

const { values, positionals } = readArguments();
if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
try {
  const published = await publishRelease(resolve(positionals[0] ?? "release"), values.registry);
  for (const { release, tag } of published) console.log(`${release.name}@${release.version} ${tag === undefined ? "is there already" : `published as ${tag}`}`);
  console.log(`${published.filter(({ tag }) => tag !== undefined).length} of ${published.length} packages published`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
