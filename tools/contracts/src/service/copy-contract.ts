import { statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { referredFiles } from "@keywright/generate";
import { VENDORS } from "@keywright/tool-test-kit/services";
import { ServiceError } from "./check-name.ts";

/**
 * Copies a contract as it is to `specs/vendor/<name>`, with the files of its folder that it refers
 * to, and with overlays. A file that is there already stays.
 *
 * @returns The first file and the overlays, relative to the root.
 * @throws ServiceError if a file is missing, or its name cannot be in the script of a package.
 */
export async function copyContract(root: string, name: string, files: readonly string[]): Promise<readonly string[]> {
  const first = files.map((path) => resolve(path));
  for (const path of first) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      throw new ServiceError(`${relative("", path)} is no file; pass the first file of a contract, and files of overlays with --overlay`);
    if (!/^[\w.-]+$/.test(basename(path))) throw new ServiceError(`rename ${path}: its name must consist of letters, digits, ".", "_" and "-"`);
  }
  const [file = "", ...overlays] = first;
  const [folder, from] = [join(root, VENDORS, name), dirname(file)];
  const targetOf = (path: string): string => (isBelow(path, folder) ? path : join(folder, isBelow(path, from) ? relative(from, path) : basename(path)));
  const inside = (await referredFiles(file)).filter((path) => isBelow(path, from));
  for (const path of [file, ...inside, ...overlays]) if (!isBelow(path, folder)) await cp(path, targetOf(path));
  return first.map((path) => relative(root, targetOf(path)));
}

function isBelow(path: string, folder: string): boolean {
  return resolve(path).startsWith(folder + sep);
}
