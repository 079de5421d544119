import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { publishRelease } from "./publish.ts";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { registry: { type: "string" } } });
try {
  const published = await publishRelease(resolve(positionals[0] ?? "release"), values.registry);
  for (const { release, tag } of published) console.log(`${release.name}@${release.version} ${tag === undefined ? "is there already" : `published as ${tag}`}`);
  console.log(`${published.filter(({ tag }) => tag !== undefined).length} of ${published.length} packages published`);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
