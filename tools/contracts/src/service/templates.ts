import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { camelOf, environmentOf, factoryOf, titleOf } from "@keywright/tool-test-kit/services";

const TEMPLATES = join(import.meta.dirname, "templates");

/** What stands in the place of `{{word}}` in a template. */
export type Words = { readonly [word: string]: string };

/** The words that follow from the name of a service. */
export function wordsOf(name: string): Words {
  const Title = titleOf(name);
  return { name, camel: camelOf(name), Title, NAME: name.replaceAll("-", "_").toUpperCase(), factory: factoryOf(name), environment: environmentOf(name) };
}

/**
 * The files of `templates/<kind>`, which lie as they do in the repository, by their paths from the root. `_name_` in a path is the name of the service.
 *
 * @throws Error if a template has a word that is not given.
 */
export async function fillTemplates(kind: "client" | "emulator", words: Words): Promise<{ readonly [path: string]: string }> {
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
 * Writes the files that are not there.
 *
 * @param isNew Whether what they belong to is new: a change set goes with it alone, because later it is gone, in a release.
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
