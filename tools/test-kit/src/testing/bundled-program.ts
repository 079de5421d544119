import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { bundlePrograms } from "./bundle-programs.ts";

/**
 * Returns the path of a program, which Node can start or import during the tests of this test file. If none of them runs, it is not made.
 *
 * @param home The folder of the package. The bundle is in it, because commands read their version by the name of the package.
 * @param source The source of the program, below the folder.
 */
export function bundledProgram(home: string, source: string): string {
  const folder = join(home, `.program-${randomUUID()}`);
  beforeAll(() => bundlePrograms([join(home, source)], folder), 60_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return join(folder, `${basename(source, ".ts")}.js`);
}

/** Returns the path of the command of a package, by `bundledProgram`. */
export function bundledCommand(home: string): string {
  return bundledProgram(home, "src/cli.ts");
}
