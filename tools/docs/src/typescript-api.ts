import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { frontMatter } from "./markdown.ts";
import { ENTRY_MODULES, PAGES, ROOT } from "./places.ts";
import type { SidebarItem } from "./site-config.ts";

/** Entries whose types are those of the contract, for other programs: the pages of the contracts say the same for readers. */
const LEFT_OUT = /\/(schema|operations)$/;

/** An entry of a package, with the module that typedoc reads. */
interface Entry {
  readonly packageName: string;
  readonly name: string;
  readonly file: string;
}

/**
 * Writes the pages of the TypeScript API below `api`: a page for each published entry.
 *
 * @param resolve Finds files of the pinned tools.
 * @returns The links next to these pages, by package.
 * @throws Error with the output of typedoc if it fails.
 */
export async function writeApi(resolve: NodeJS.RequireResolve): Promise<readonly SidebarItem[]> {
  const entries = await writeEntryModules();
  const entryPoints = entries.map(({ file }) => file);
  const tsconfig = join(ENTRY_MODULES, "tsconfig.json");
  const compilerOptions = { allowImportingTsExtensions: true, types: ["node"], typeRoots: [join(ROOT, "node_modules/@types")] };
  await writeFile(tsconfig, JSON.stringify({ extends: relative(ENTRY_MODULES, join(ROOT, "tsconfig.base.json")), compilerOptions, files: entryPoints }));
  const out = join(PAGES, "api");
  const options = join(ENTRY_MODULES, "typedoc.json");
  await writeFile(options, JSON.stringify({ ...OPTIONS, entryPoints, tsconfig, out, docsRoot: PAGES }));
  const typedoc = join(dirname(resolve("typedoc/package.json")), "bin/typedoc");
  const { ok, output } = await runCommand(process.execPath, [typedoc, "--options", options], { folder: dirname(resolve("typedoc-plugin-markdown")) });
  if (!ok) throw new Error(`the TypeScript API cannot be described\n${output}`);
  await rm(join(out, "typedoc-sidebar.json"));
  await describePage(join(out, "index.md"), OPTIONS.name, "The published entries of all packages, with their types and functions.");
  for (const { name } of entries)
    await describePage(join(out, `${name}.md`), `${name}, TypeScript API`, `The types, functions and classes that ${name} exports.`);
  return [...new Set(entries.map(({ packageName }) => packageName))].map((packageName) => ({
    text: packageName,
    items: entries.filter((entry) => entry.packageName === packageName).map(({ name }) => ({ text: name.replace(/^@\w+\//, ""), link: `/api/${name}` })),
  }));
}

async function describePage(file: string, title: string, description: string): Promise<void> {
  const text = await readFile(file, "utf8");
  // TypeDoc links to a constant such as A_B by #a-b, but its anchor is a_b.
  const linked = text.replaceAll(/\[`([A-Z\d_]+)`\]\(([^)#]*)#[^)]*\)/g, (_all, name: string, page: string) => `[\`${name}\`](${page}#${name.toLowerCase()})`);
  await writeFile(file, `${frontMatter({ title, description })}${linked}`);
}

const OPTIONS = {
  name: "TypeScript API",
  plugin: ["typedoc-plugin-markdown", "typedoc-vitepress-theme"],
  readme: "none",
  // A page for each entry, as a reader imports it.
  router: "module",
  // A name that a client exports again has its description on the page of the core.
  excludeReferences: true,
  disableSources: true,
  excludeInternal: true,
  excludePrivate: true,
  hideBreadcrumbs: true,
  hideGenerator: true,
  pageTitleTemplates: { module: "{name}" },
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  typeAliasPropertiesFormat: "table",
  tableColumnSettings: { hideInherited: true, hideModifiers: true, hideOverrides: true, hideSources: true },
  useHTMLEncodedBrackets: true,
  // Its links count names in another way than the anchors of headings.
  useHTMLAnchors: true,
  // Types are checked where they are written.
  skipErrorChecking: true,
  logLevel: "Error",
};

/** A module for each entry that says how users call it: typedoc would name it by its path. */
async function writeEntryModules(): Promise<readonly Entry[]> {
  await mkdir(ENTRY_MODULES, { recursive: true });
  const entries: Entry[] = [];
  for (const folder of await findPublished(ROOT)) {
    const { name: packageName, exports, publishConfig } = await readManifest(folder);
    const published = (publishConfig as { readonly exports?: object } | undefined)?.exports ?? {};
    for (const [entry, target] of Object.entries((exports ?? {}) as { readonly [entry: string]: string })) {
      if (!target.endsWith(".ts") || !Object.hasOwn(published, entry) || LEFT_OUT.test(entry)) continue;
      const name = packageName + entry.slice(1);
      const file = join(ENTRY_MODULES, `${name.replaceAll(/[@/]/g, "-").slice(1)}.ts`);
      await writeFile(file, `/**\n * @module ${name}\n */\nexport * from "${relative(ENTRY_MODULES, join(folder, target))}";\n`);
      entries.push({ packageName, name, file });
    }
  }
  return entries;
}
