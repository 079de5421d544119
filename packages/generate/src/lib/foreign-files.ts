import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** How each generated TypeScript file begins. */
const MARK = "// Generated from ";

/** How the README of a generated folder begins, which vouches for the files that can hold no comment. */
const README_MARK = "# Generated; do not edit";

/** The names in a folder that were not generated: they must be neither overwritten nor removed. */
export async function foreignFiles(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return [];
  const beginsWith = async (name: string, mark: string): Promise<boolean> => (await readFile(join(folder, name), "utf8")).startsWith(mark);
  const entries = await readdir(folder, { withFileTypes: true });
  const isOwn = entries.some(({ name }) => name === "README.md") && (await beginsWith("README.md", README_MARK));
  const foreign: string[] = [];
  for (const entry of entries) {
    const isGenerated = entry.isFile() && (isOwn && ["README.md", "openapi.json"].includes(entry.name) ? true : await beginsWith(entry.name, MARK));
    if (!isGenerated) foreign.push(entry.name);
  }
  return foreign.sort();
}
