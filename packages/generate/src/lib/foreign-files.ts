import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/** The beginning of each generated TypeScript file. */
const MARK = "// Generated from ";

/** The beginning of the README, which marks the files that cannot contain a comment. */
const README_MARK = "# Generated; do not edit";

/** The names in a folder that were not generated: these must not be overwritten or removed. */
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
