import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** The services that have a contract, in the order of their names: `<specs>/<service>/openapi.yaml`. */
export async function findServices(specs: string): Promise<string[]> {
  const names = (await readdir(specs)).sort();
  const found = await Promise.all(names.map((name) => stat(join(specs, name, "openapi.yaml")).catch(() => undefined)));
  return names.filter((_name, index) => found[index]?.isFile());
}
