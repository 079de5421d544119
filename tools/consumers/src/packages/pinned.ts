import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";

/** The pnpm of the workspace. */
export const PNPM = join(ROOT, "node_modules/.bin/pnpm");

/**
 * Installs packages of a folder's lockfile if missing; they are too large for the workspace.
 *
 * @param folder The name of a folder of `pins`, or the path of another.
 * @returns A function that resolves an installed file, such as `verdaccio/package.json`.
 * @throws Error with the output of pnpm if the installation fails.
 */
export async function installPinned(folder: string): Promise<NodeJS.RequireResolve> {
  const path = resolve(import.meta.dirname, "../../pins", folder);
  await runOrThrow(PNPM, ["install", "--frozen-lockfile", "--prefer-offline"], { folder: path });
  return createRequire(join(path, "package.json")).resolve;
}
