import { createRequire } from "node:module";

/** Returns the version of the package. It is found by package name, because the built code has another folder depth. */
export function ownVersion(): string {
  const { version }: { readonly version: string } = createRequire(import.meta.url)("@keywright/tail/package.json");
  return version;
}
