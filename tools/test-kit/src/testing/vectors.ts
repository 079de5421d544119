import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Passes the cases of a public conformance suite to a function that registers tests.
 *
 * Reads them from the folder in the environment variable `CONFORMANCE_VECTORS`. If it is not set, no test is registered, and the summary of the run says so.
 *
 * @param path The file in that folder, such as `retry-after/values.json`. A folder that lacks it is an error.
 * @param register Registers tests of the cases.
 */
export function withVectors<Case>(path: string, register: (cases: readonly Case[]) => void): void {
  withVectorFolder((folder) => register(JSON.parse(readFileSync(join(folder, path), "utf8")) as readonly Case[]));
}

/**
 * Passes the folder of all suites to a function that registers tests, for a suite of several files or of another format.
 *
 * @param register Registers tests. Is not called if `CONFORMANCE_VECTORS` is not set.
 */
export function withVectorFolder(register: (folder: string) => void): void {
  const folder = process.env["CONFORMANCE_VECTORS"];
  if (folder !== undefined && folder !== "") register(folder);
}
