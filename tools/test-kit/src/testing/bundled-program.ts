import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { bundlePrograms } from "./bundle-programs.ts";

/**
 * Returns the path of a command, which Node can start during the tests of this test file. If none of them runs, it is not made.
 *
 * @param home The folder of the package. The bundle is in it, because the command reads its version by the name of the package.
 */
export function bundledCommand(home: string): string {
  const folder = join(home, `.command-${randomUUID()}`);
  beforeAll(() => bundlePrograms([join(home, "src/cli.ts")], folder), 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return join(folder, "cli.js");
}
