import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ENTRY_MODULES, PAGES, ROOT } from "./places.ts";

/** Entries whose types are the contract's own, in the shape of a generator: the pages of the contracts say the same for readers. */
const LEFT_OUT = /\/(schema|operations)$/;

/** A group of links beside a page. */
export interface SidebarItem {
  readonly text: string;
  readonly link?: string;
  readonly items?: readonly SidebarItem[];
}

/**
 * Writes the pages of the TypeScript API below `api`: a page for each exported name of every published entry.
 *
 * @param resolve Finds files of the pinned tools.
 * @returns The links beside these pages.
 * @throws Error with what typedoc says where it fails.
 */
export async function writeApi(resolve: NodeJS.RequireResolve): Promise<readonly SidebarItem[]> {
  const entryPoints = await writeEntryModules();
  const tsconfig = join(ENTRY_MODULES, "tsconfig.json");
  const base = relative(ENTRY_MODULES, join(ROOT, "tsconfig.base.json"));
  await writeFile(
    tsconfig,
    JSON.stringify({
      extends: base,
      compilerOptions: { allowImportingTsExtensions: true, types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] },
      files: entryPoints,
    }),
  );
  const options = join(ENTRY_MODULES, "typedoc.json");
  await writeFile(options, JSON.stringify({ ...OPTIONS, entryPoints, tsconfig, out: join(PAGES, "api"), docsRoot: PAGES }));
  const typedoc = join(dirname(resolve("typedoc/package.json")), "bin/typedoc");
  const { ok, output } = await runCommand(process.execPath, [typedoc, "--options", options], { folder: dirname(resolve("typedoc-plugin-markdown")) });
  if (!ok) throw new Error(`the TypeScript API cannot be described\n${output}`);
  await keepFromSearch(join(PAGES, "api"), /\/\w+RawOperations\.md$/);
  const modules = JSON.parse(await readFile(join(PAGES, "api/typedoc-sidebar.json"), "utf8")) as readonly SidebarItem[];
  // Each page holds its links: those to hundreds of names stand on the pages of their modules alone.
  return modules.map(({ text, link = "" }) => ({ text: text.replace(/^@\w+\//, ""), link }));
}

/** Leaves pages out of the search: they would stand before those that say the same for more readers. */
async function keepFromSearch(folder: string, pages: RegExp): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    const file = join(folder, name);
    if (pages.test(file)) await writeFile(file, `---\nsearch: false\n---\n\n${await readFile(file, "utf8")}`);
  }
}

const OPTIONS = {
  name: "TypeScript API",
  plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
  readme: "none",
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  hideGenerator: true,
  // A page is named by what it describes: that is what readers search for.
  pageTitleTemplates: { module: "{name}", member: "{name}" },
  indexFormat: "table",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true, hideSources: true },
  useHTMLEncodedBrackets: true,
  // Types are checked where they are written.
  skipErrorChecking: true,
  logLevel: "Error",
  sidebar: { autoConfiguration: true, format: "vitepress", collapsed: true },
};

/** A module for each entry that says how users call it: typedoc would name it by its path. */
async function writeEntryModules(): Promise<string[]> {
  await mkdir(ENTRY_MODULES, { recursive: true });
  const files: string[] = [];
  for (const folder of await findPublished(ROOT)) {
    const { name, exports } = await readManifest(folder);
    for (const [entry, target] of Object.entries((exports ?? {}) as { readonly [entry: string]: string })) {
      if (!target.endsWith(".ts") || LEFT_OUT.test(entry)) continue;
      const called = name + entry.slice(1);
      const file = join(ENTRY_MODULES, `${called.replaceAll(/[@/]/g, "-").slice(1)}.ts`);
      await writeFile(file, `/**\n * @module ${called}\n */\nexport * from "${relative(ENTRY_MODULES, join(folder, target))}";\n`);
      files.push(file);
    }
  }
  return files;
}
