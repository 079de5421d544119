import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PackedPackage } from "./packed-package.ts";

/** Checks what a package ships: its licence and its README, no map to a file that it does not have, and that bundlers may leave out what nobody imports. */
export async function checkFiles({ folder, manifest }: Pick<PackedPackage, "folder" | "manifest">): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => !file.startsWith("node_modules"));
  const findings = ["LICENSE", "README.md"].filter((file) => !files.includes(file)).map((file) => `${file} is missing; it belongs in every package.`);
  const isImportable = Object.keys((manifest.exports ?? {}) as object).includes(".");
  if (isImportable && manifest["sideEffects"] !== false) findings.push("sideEffects is not false; bundlers would keep what nobody imports.");
  for (const file of files.filter((name) => /\.(js|d\.ts)$/.test(name))) {
    const [, map] = /^\/\/# sourceMappingURL=(.+)$/m.exec(await readFile(join(folder, file), "utf8")) ?? [];
    if (map !== undefined && !files.includes(join(dirname(file), map)))
      findings.push(`${file} names the map ${map}, which is not shipped; build without maps.`);
  }
  return findings;
}
