import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Hands on the cases of a public conformance suite, for tests to be made of them.
 *
 * They are read from the folder that the environment variable `CONFORMANCE_VECTORS` names. Where it names none, nothing is registered, and the summary of the run says so.
 *
 * @param path The file in that folder, such as `retry-after/values.json`. A folder that lacks it is an error.
 * @param register Makes tests of the cases.
 */
export function withVectors<Case>(path: string, register: (cases: readonly Case[]) => void): void {
  const folder = process.env["CONFORMANCE_VECTORS"];
  if (folder === undefined || folder === "") return;
  register(JSON.parse(readFileSync(join(folder, path), "utf8")) as readonly Case[]);
}
