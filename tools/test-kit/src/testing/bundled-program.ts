import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { bundlePrograms } from "./bundle-programs.ts";

/**
 * Returns the path of a bundle for the tests of this file, made only if one of them runs.
 *
 * @param home The package's folder, which has the bundle: commands find their version there.
 * @param source A source below the folder. Default: that of the package's command.
 */
export function bundledProgram(home: string, source = "src/cli.ts"): string {
  const folder = join(home, `.program-${randomUUID()}`);
  beforeAll(() => bundlePrograms([join(home, source)], folder));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return join(folder, `${basename(source, ".ts")}.js`);
}
