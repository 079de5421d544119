import { readdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { bundleEntries } from "@keywright/tool-test-kit/command/bundle-entries";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { writeNotices } from "./notices.ts";

const require = createRequire(import.meta.url);

/** TypeScript 7 writes the same declarations as TypeScript 5.9 in a tenth of the time. */
const COMPILER = join(require.resolve("typescript-7/package.json"), "../bin/tsc");

/**
 * Builds a package into an empty `dist`, with the files that its package.json publishes.
 *
 * @throws Error if it has no entries, or its sources cannot be bundled or compiled.
 */
export async function buildPackage(folder: string): Promise<void> {
  await rm(join(folder, "dist"), { recursive: true, force: true });
  await writeDeclarations(folder);
  await writeNotices(folder, await bundleEntries(folder, await readManifest(folder)));
}

/** Writes declaration files with each `tsconfig.build*.json`; a package of a command has none. */
async function writeDeclarations(folder: string): Promise<void> {
  for (const config of (await readdir(folder)).filter((name) => /^tsconfig\.build.*\.json$/.test(name)).sort()) {
    await runOrThrow(process.execPath, [COMPILER, "-p", join(folder, config), "--pretty", "false"], { folder });
  }
}
