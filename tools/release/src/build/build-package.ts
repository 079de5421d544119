import { rm } from "node:fs/promises";
import { join } from "node:path";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { bundleEntries } from "./bundle-entries.ts";
import { writeDeclarations } from "./declarations.ts";
import { entriesOf } from "./entries.ts";
import { writeNotices } from "./notices.ts";

/**
 * Builds a package from nothing: its `dist` holds what its package.json publishes, and no file of an earlier build.
 *
 * @throws Error where it has no entries, or its sources cannot be bundled or compiled.
 */
export async function buildPackage(folder: string): Promise<void> {
  const manifest = await readManifest(folder);
  const entries = entriesOf(manifest);
  await rm(join(folder, "dist"), { recursive: true, force: true });
  await writeDeclarations(folder, entries);
  const metafile = await bundleEntries(folder, entries.scripts, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  await writeNotices(folder, metafile);
}
