import { randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { bundleEntries, isScript } from "../command/bundle-entries.ts";
import { readManifest } from "../command/packed-package.ts";
import { bundlePrograms } from "./bundle-programs.ts";

/**
 * Returns the path of a bundle for the tests of this file, made only if one of them runs. If users
 * get a command as one file, it is that file.
 *
 * @param home The package's folder, which has the bundle: commands find their version there.
 * @param source A source below the folder. Default: that of the package's command.
 */
export function bundledProgram(home: string, source = "src/cli.ts"): string {
  const folder = join(home, `.program-${randomUUID()}`);
  beforeAll(async () => {
    const manifest = await readManifest(home);
    if (!isScript(manifest)) return bundlePrograms([join(home, source)], join(folder, "dist"));
    await bundleEntries(home, manifest, folder);
    await writeFile(join(folder, "package.json"), JSON.stringify({ ...manifest, ...manifest.publishConfig }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "dist", `${basename(source, ".ts")}.js`);
}
