import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The services that have a contract, in the order of their names: `specs/<service>/openapi.yaml`. */
export async function findServices(root: string): Promise<string[]> {
  const services: string[] = [];
  for (const name of (await readdir(join(root, "specs"))).sort()) if (await isFile(join(root, "specs", name, "openapi.yaml"))) services.push(name);
  return services;
}

/** Whether a file is there. */
export async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

/** The names in a folder; none where it is missing. */
export async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).then(
    (names) => names.sort(),
    () => [],
  );
}
