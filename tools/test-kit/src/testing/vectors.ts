import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Passes the cases of a public conformance suite to a function that registers tests.
 *
 * Without the variable `CONFORMANCE_VECTORS`, no test is registered, and the summary says so.
 *
 * @param path The file in its folder, such as `retry-after/values.json`; it must exist.
 * @param register Registers tests of the cases.
 */
export function withVectors<Case>(path: string, register: (cases: readonly Case[]) => void): void {
  withVectorFolder((folder) => register(JSON.parse(readFileSync(join(folder, path), "utf8")) as readonly Case[]));
}

/**
 * Passes the folder of all suites, for one with several files or another format.
 *
 * @param register Registers tests. Is not called if `CONFORMANCE_VECTORS` is not set.
 */
export function withVectorFolder(register: (folder: string) => void): void {
  const folder = process.env["CONFORMANCE_VECTORS"];
  if (folder !== undefined && folder !== "") register(folder);
}
