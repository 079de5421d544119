import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll } from "vitest";
import { bundlePrograms } from "./bundle-programs.ts";

/**
 * Returns the command of a package as a program of one file, until the tests of the file are over.
 *
 * @param home The folder of the package. The bundle is in it, because the command reads its version by the name of the package.
 */
export async function bundledCommand(home: string): Promise<string> {
  const folder = await mkdtemp(join(home, ".command-"));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  await bundlePrograms([join(home, "src/cli.ts")], folder);
  return join(folder, "cli.js");
}
