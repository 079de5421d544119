import { statSync } from "node:fs";
import { cp } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { referredFiles } from "@keywright/generate";
import { VENDORS } from "@keywright/tool-test-kit/services";
import { ServiceError } from "./check-name.ts";

/** The copy of a contract that belongs to others. */
interface Copy {
  /** The first file and the overlays, as the user has them. */
  readonly originals: readonly string[];
  /** The same, relative to the root of the repository. */
  readonly files: readonly string[];
  make(): Promise<void>;
}

/**
 * Prepares a copy of a contract as it is in `specs/vendor/<name>`, with the files of its folder
 * that it refers to, and with overlays. A file that is there already stays.
 *
 * @throws ServiceError if a path is no file, or its name cannot be in the script of a package.
 */
export function copyOfContract(root: string, name: string, files: readonly string[]): Copy {
  const originals = files.map((path) => resolve(path));
  for (const path of originals) {
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true)
      throw new ServiceError(`${relative("", path)} is no file; pass the first file of a contract, and files of overlays with --overlay`);
    if (!/^[\w.-]+$/.test(basename(path))) throw new ServiceError(`rename ${path}: its name must consist of letters, digits, ".", "_" and "-"`);
  }
  const [file = "", ...overlays] = originals;
  const [folder, from] = [join(root, VENDORS, name), dirname(file)];
  const targetOf = (path: string): string => (isBelow(path, folder) ? path : join(folder, isBelow(path, from) ? relative(from, path) : basename(path)));
  return {
    originals,
    files: originals.map((path) => relative(root, targetOf(path))),
    async make() {
      for (const path of [file, ...(await referredFiles(file)), ...overlays]) if (!isBelow(path, folder)) await cp(path, targetOf(path));
    },
  };
}

function isBelow(path: string, folder: string): boolean {
  return resolve(path).startsWith(folder + sep);
}
