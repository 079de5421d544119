import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const ROOT = pathToFileURL(createRequire(import.meta.url).resolve("@keywright/emulator/package.json"));

/** Returns the address of a file of this package, the same for the sources and when it is built. */
export function packageFile(path: string): URL {
  return new URL(path, ROOT);
}
