import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { frontMatter } from "./contract/markdown.ts";
import { MADE, PAGES, ROOT } from "./places.ts";
import { publishedEntries } from "./published-entries.ts";
import type { SidebarItem } from "./site-config.ts";

/** Where the modules stand that describe the entries of the packages. */
const ENTRY_MODULES = join(MADE, "entries");

/**
 * Writes the pages of the TypeScript API below `api`: a page for each published entry.
 *
 * @param resolve Finds files of the pinned tools.
 * @returns The links next to these pages, by package.
 * @throws Error with the output of typedoc if it fails.
 */
export async function writeApi(resolve: NodeJS.RequireResolve): Promise<readonly SidebarItem[]> {
  await mkdir(ENTRY_MODULES, { recursive: true });
  const entries = await writeEntryModules();
  const entryPoints = entries.map(({ file }) => file);
  const tsconfig = join(ENTRY_MODULES, "tsconfig.json");
  const compilerOptions = { allowImportingTsExtensions: true, types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] };
  await writeFile(tsconfig, JSON.stringify({ extends: relative(ENTRY_MODULES, join(ROOT, "tsconfig.base.json")), compilerOptions, files: entryPoints }));
  const out = join(PAGES, "api");
  const options = join(ENTRY_MODULES, "typedoc.json");
  await writeFile(options, JSON.stringify({ extends: join(import.meta.dirname, "../typedoc.json"), entryPoints, tsconfig, out, docsRoot: PAGES }));
  const typedoc = join(dirname(resolve("typedoc/package.json")), "bin/typedoc");
  await runOrThrow(process.execPath, [typedoc, "--options", options], { folder: dirname(resolve("typedoc-plugin-markdown")) });
  await rm(join(out, "typedoc-sidebar.json"));
  await describePage(join(out, "index.md"), "TypeScript API", "The published entries of all packages, with their types and functions.");
  for (const { name } of entries)
    await describePage(join(out, `${name}.md`), `${name}, TypeScript API`, `The types, functions and classes that ${name} exports.`);
  const packages = new Set(entries.map(({ packageName }) => packageName));
  return Array.from(packages, (text) => ({
    text,
    items: entries.filter(({ packageName }) => packageName === text).map(({ name }) => ({ text: name.replace(/^@\w+\//, ""), link: `/api/${name}` })),
  }));
}

async function describePage(file: string, title: string, description: string): Promise<void> {
  const text = await readFile(file, "utf8");
  // The heading is its own anchor, without a paragraph for it. TypeDoc links to A_B by #a-b.
  const linked = text.replaceAll(/^<a id="(.+)"><\/a>\n\n(#+ .+)$/gm, (_all, id: string, heading: string) => `${heading} {#${id.replaceAll("_", "-")}}`);
  await writeFile(file, `${frontMatter({ title, description })}${linked}`);
}

/** Writes a module with the user's name of each entry: typedoc would use its path. */
async function writeEntryModules() {
  const entries = (await publishedEntries()).map((entry) => ({ ...entry, file: join(ENTRY_MODULES, `${entry.name.replaceAll(/[@/]/g, "-").slice(1)}.ts`) }));
  for (const { name, file, target } of entries) await writeFile(file, `/**\n * @module ${name}\n */\nexport * from "${relative(ENTRY_MODULES, target)}";\n`);
  return entries;
}
