import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** Reads public conformance vectors out of the folder that CONFORMANCE_VECTORS names; `undefined` where it is not set. */
export async function readVectors<Vectors>(file: string): Promise<Vectors | undefined> {
  const folder = process.env["CONFORMANCE_VECTORS"];
  return folder === undefined ? undefined : (JSON.parse(await readFile(join(folder, file), "utf8")) as Vectors);
}
