import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { bundlePrograms } from "./bundle-programs.ts";

/**
 * Returns the path of a bundle, which Node can start or import during the tests of this test file. If none of them runs, it is not made.
 *
 * @param home The folder of the package. The bundle is in it, because commands read their version by the name of the package.
 * @param source A source below the folder. Default: that of the package's command.
 */
export function bundledProgram(home: string, source = "src/cli.ts"): string {
  const folder = join(home, `.program-${randomUUID()}`);
  beforeAll(() => bundlePrograms([join(home, source)], folder), 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return join(folder, `${basename(source, ".ts")}.js`);
}
