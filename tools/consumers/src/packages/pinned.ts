import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** The root of the repository. */
export const ROOT = resolve(import.meta.dirname, "../../../..");

/** The pnpm of the workspace. */
export const PNPM = join(ROOT, "node_modules/.bin/pnpm");

/**
 * Installs what a folder's package.json names, exactly as its lockfile says, unless it is there already: too large for everyone who runs the tests of the sources.
 *
 * @param folder The name of a folder of `pins`, or the path of another.
 * @returns Finds a file of what was installed, such as `verdaccio/package.json`.
 * @throws Error with the output of pnpm where it cannot be installed.
 */
export async function installPinned(folder: string): Promise<NodeJS.RequireResolve> {
  const path = resolve(import.meta.dirname, "../../pins", folder);
  const { ok, output } = await runCommand(PNPM, ["install", "--frozen-lockfile", "--prefer-offline"], { folder: path });
  if (!ok) throw new Error(`${path} cannot be installed; is the npm registry within reach?\n${output}`);
  return createRequire(join(path, "package.json")).resolve;
}
