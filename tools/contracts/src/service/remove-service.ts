import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { VENDORS } from "@keywright/tool-test-kit/services";
import { ServiceError } from "./check-name.ts";
import { emulatorManifest } from "./files/manifest.ts";

/**
 * Removes a contract and what was written from it. The next installation updates the lockfile.
 *
 * @returns The removed paths, relative to the root.
 * @throws {@link ServiceError} if there is no such service.
 */
export async function removeService(root: string, name: string): Promise<readonly string[]> {
  const contracts = [`specs/${name}/openapi.yaml`, `${VENDORS}/${name}`];
  if (!contracts.some((path) => existsSync(join(root, path)))) throw new ServiceError(`there is no service ${name}: ${contracts.join(" and ")} are missing`);
  const manifestPath = join(root, "packages/emulator/package.json");
  const paths = [
    `specs/${name}`,
    `${VENDORS}/${name}`,
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
