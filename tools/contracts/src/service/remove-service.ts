import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ServiceError } from "./check-name.ts";
import { emulatorManifest } from "./files/manifest.ts";

/**
 * Removes a contract and what was written from it. The next installation updates the lockfile.
 *
 * @param root The root of the repository.
 * @returns The removed paths, relative to the root.
 * @throws {@link ServiceError} if the package is in use elsewhere.
 */
export async function removeService(root: string, name: string): Promise<readonly string[]> {
  if (!existsSync(join(root, "specs", name, "openapi.yaml"))) throw new ServiceError(`there is no service ${name}: specs/${name}/openapi.yaml is missing`);
  const manifestPath = join(root, "packages/emulator/package.json");
  const paths = [
    `specs/${name}`,
    `packages/${name}`,
    `packages/emulator/src/${name}.ts`,
    `packages/emulator/src/lib/${name}`,
    `packages/emulator/test/${name}`,
    `.changeset/${name}-client.md`,
    `.changeset/${name}-emulator.md`,
  ].filter((path) => existsSync(join(root, path)));
  for (const path of paths) await rm(join(root, path), { recursive: true });
  await writeFile(manifestPath, emulatorManifest(await readFile(manifestPath, "utf8"), name, false));
  return paths;
}
