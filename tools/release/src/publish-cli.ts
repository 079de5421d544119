import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { publishRelease } from "./publish.ts";

const USAGE =
  "Usage: npx pnpm release:publish [folder] [--registry ADDRESS]\n  Publishes the packages of release:pack that the registry does not have.\n  folder  the folder that release:pack has written. Default: release";

// This command runs without installed packages, so it cannot use @keywright/tool-test-kit.
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
  for (const { release, tag } of published) console.log(`${release.name}@${release.version} ${tag === undefined ? "already exists" : `published as ${tag}`}`);
  console.log(`${published.filter(({ tag }) => tag !== undefined).length} of ${published.length} packages published`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
