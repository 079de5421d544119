import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { camelOf, environmentOf, factoryOf, titleOf } from "@keywright/tool-test-kit/services";

const TEMPLATES = join(import.meta.dirname, "../templates");

/** The texts that replace `{{word}}` in a template. */
export type Words = { readonly [word: string]: string };

/** Returns the words that depend on the name of a service only. */
export function wordsOf(name: string): Words {
  const Title = titleOf(name);
  return { name, camel: camelOf(name), Title, NAME: name.replaceAll("-", "_").toUpperCase(), factory: factoryOf(name), environment: environmentOf(name) };
}

/**
 * Returns the filled files of `templates/<kind>`. `_name_` in a path is the service's name.
 *
 * @throws Error if a template has a word that is not in `words`.
 */
export async function fillTemplates(kind: "client" | "emulator" | "vendor", words: Words): Promise<{ readonly [path: string]: string }> {
  const folder = join(TEMPLATES, kind);
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith(".txt")).sort();
  const files = paths.map(async (path) => {
    const text = (await readFile(join(folder, path), "utf8")).replaceAll(/\{\{(\w+)\}\}/g, (_all, word: string) => {
      if (words[word] === undefined) throw new Error(`${path} has the word ${word}; expected one of ${Object.keys(words).join(", ")}`);
      return words[word];
    });
    return [path.replaceAll("_name_", String(words["name"])).replace(/\.txt$/, ""), text] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

/**
 * Writes the files that do not exist.
 *
 * @param isNew Whether the package is new: only then, a change set is written.
 * @returns Their paths.
 */
export async function writeMissing(root: string, files: { readonly [path: string]: string }, isNew: boolean): Promise<readonly string[]> {
  const missing = Object.keys(files).filter((path) => !existsSync(join(root, path)) && (isNew || !path.startsWith(".changeset/")));
  for (const path of missing) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), files[path] ?? "");
  }
  return missing;
}
