import { readdir, stat } from "node:fs/promises";

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
