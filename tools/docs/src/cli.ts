import { createHash } from "node:crypto";
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { operationsOf } from "@keywright/generate/contract";
import { installPinned } from "@keywright/tool-consumers";
import { services } from "@keywright/tool-mocks/clients";
import { readCommandLine, rejectCommandLine } from "@keywright/tool-test-kit/command";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { format } from "oxfmt";
import { operationPage } from "./contract/operation-page.ts";
import { overviewPage } from "./contract/overview-page.ts";
import { schemaPage } from "./contract/schema-text.ts";
import { writeForMachines } from "./for-machines.ts";
import { homePage } from "./home-page.ts";
import { PAGES, RECORDED, ROOT, SITE } from "./places.ts";
import { publishedEntries } from "./published-entries.ts";
import type { Sessions } from "./run/blocks.ts";
import { findImportable, writeRuntime } from "./run/bundle.ts";
import { samplesOf } from "./contract/samples.ts";
import { sidebarsOf, siteConfig } from "./site-config.ts";
import { readTexts, textPage } from "./texts.ts";
import { writeApi } from "./typescript-api.ts";

const USAGE = `Usage: npx pnpm site [--base PATH] [--origin URL] [--guides]
  Builds the site of the documentation, or with --guides only its guides, whose links to other pages are dead.
  --base    the folder that a server has it in, such as /keywright/. Default: /
  --origin  the scheme and host of the server, such as https://docs.example.com, for the sitemap. Default: no sitemap`;

/** Writes a page with its programs formatted for its width: our lines are longer. */
async function writePage(name: string, text: string): Promise<void> {
  const file = join(PAGES, `${name}.md`);
  // As modules, programs may use `await` outside of functions.
  const { code, errors } = await format(file, text.replaceAll(/^```ts\b/gm, "```mts"), { printWidth: 68, proseWrap: "never" });
  if (errors.length > 0) throw new Error(`${file} cannot be formatted: ${errors.map(({ message }) => message).join("; ")}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code.replaceAll(/^```mts\b/gm, "```ts"));
}

/** A configuration as a module; functions in it as they are written. */
function moduleOf(configuration: object): string {
  const functions: string[] = [];
  const json = JSON.stringify(configuration, (_name, value: unknown) => (typeof value === "function" ? `function ${functions.push(String(value))}` : value), 2);
  return `export default ${json.replaceAll(/"function (\d+)"/g, (_all, number) => functions[Number(number) - 1] ?? "")};\n`;
}

/** The theme with our styles. Only browsers run blocks; a page is shown before scripts start. */
function themeModule(theme: string, scripts: readonly string[]): string {
  const imports = scripts.map((script) => `import(${JSON.stringify(script)});`).join(" ");
  return `import theme from ${JSON.stringify(theme)};\nimport "./style.css";\n\nif (!import.meta.env.SSR) { ${imports} }\nconst shown = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
export default { extends: theme, enhanceApp: () => import.meta.env.SSR || shown() };\n`;
}

/** Parts of the theme: links, until scripts work on each in a task of its own. */
const PARTS = ["components/VPContent", "VPNavBar", "VPNavBarMenu", "VPSidebarItem"];

function partModule(part: string): string {
  return `import { defineAsyncComponent, hydrateOnIdle } from "vue";\nimport part from ${JSON.stringify(part)};\nexport default defineAsyncComponent({ loader: async () => part, hydrate: hydrateOnIdle() });\n`;
}

/** The search reads its index with pauses: there are thousands of words. */
function searchModule(search: string): string {
  return `import Search from ${JSON.stringify(search)};\nexport default class extends Search {\n  static loadJSON = super.loadJSONAsync;\n}\n`;
}

/** Writes each picture in the styles as a file: the task that styles a page draws those within. */
async function splitIcons(): Promise<void> {
  const [assets, icons] = [join(SITE, "assets"), new Map<string, string>()];
  for (const name of (await readdir(assets)).filter((file) => file.endsWith(".css"))) {
    const styles = await readFile(join(assets, name), "utf8");
    const addressOf = (_all: string, icon: string): string => {
      const hash = createHash("sha256").update(icon).digest("hex").slice(0, 8);
      icons.set(hash, decodeURIComponent(icon));
      return `url("${base}icons/${hash}.svg")`;
    };
    await writeFile(join(assets, name), styles.replaceAll(/url\("data:image\/svg\+xml, ?([^"]+)"\)/g, addressOf));
  }
  await mkdir(join(SITE, "icons"));
  await Promise.all(Array.from(icons, ([hash, icon]) => writeFile(join(SITE, `icons/${hash}.svg`), icon)));
}

const options = { base: { type: "string", default: "/" }, origin: { type: "string" }, guides: { type: "boolean", default: false } } as const;
const { base, origin, guides } = readCommandLine(USAGE, options).values;
if (!/^\/(.+\/)?$/.test(base)) rejectCommandLine(USAGE, `--base takes a path that begins and ends with a slash; got ${base}.`);
if (origin !== undefined && !/^https?:\/\/[^/]+$/.test(origin)) rejectCommandLine(USAGE, `--origin takes a scheme and a host without a path; got ${origin}.`);
await rm(dirname(PAGES), { recursive: true, force: true });
const resolvePinned = await installPinned(resolve(import.meta.dirname, "../pins"));
const texts = await readTexts();
const importable = await findImportable(await publishedEntries());
const sessions = JSON.parse(await readFile(RECORDED, "utf8")) as Sessions;
const pages = new Map<string, string>();
for (const text of texts) if (!guides || text.page.startsWith("guides/")) pages.set(text.page, await textPage(text, texts, importable, sessions));
for (const [name, text] of pages) await writePage(name, name === "index" ? await homePage(text, texts, pages) : text);
for (const service of guides ? [] : services) {
  const folder = `${service.name}/reference`;
  const samples = await samplesOf(service);
  await writePage(`${folder}/index`, overviewPage(service));
  await writePage(`${folder}/schemas`, schemaPage(service));
  for (const operation of operationsOf(service)) await writePage(`${folder}/${operation.id}`, operationPage(service, operation, samples.get(operation.id)));
}
await cp(resolve(import.meta.dirname, "../guides/pictures"), join(PAGES, "public/pictures"), { recursive: true });
await writeRuntime(join(PAGES, "public/runner"), importable);

const sidebars = sidebarsOf(texts, guides ? [] : await writeApi(resolvePinned));
const vitepress = join(PAGES, ".vitepress");
await mkdir(join(vitepress, "theme"), { recursive: true });
await copyFile(resolve(import.meta.dirname, "style.css"), join(vitepress, "theme/style.css"));
const installed = dirname(resolvePinned("vitepress/package.json"));
// The fonts of the other theme are half of a first view, and move the text when they come.
const theme = join(installed, "dist/client/theme-default");
const scripts = ["run/page/run-block.ts", "page/far-text.ts"].map((script) => resolve(import.meta.dirname, script));
await writeFile(join(vitepress, "theme/index.js"), themeModule(join(theme, "without-fonts.js"), scripts));
const minisearch = createRequire(join(installed, "package.json")).resolve("minisearch").replace("/cjs/index.cjs", "/es/index.js");
const alias: Record<string, string> = { minisearch: join(vitepress, "theme/search.js") };
for (const part of PARTS) alias[`./${part}.vue`] = join(vitepress, `theme/${basename(part)}.js`);
await writeFile(join(vitepress, "theme/search.js"), searchModule(minisearch));
for (const part of PARTS) await writeFile(join(vitepress, `theme/${basename(part)}.js`), partModule(join(theme, `components/${basename(part)}.vue`)));
const vite = { resolve: { alias } };
await writeFile(join(vitepress, "config.mjs"), moduleOf({ ...siteConfig({ base, origin }, texts, sidebars), vite, ignoreDeadLinks: guides }));
await runOrThrow(process.execPath, [join(installed, "bin/vitepress.js"), "build", PAGES, "--base", base], { folder: PAGES });
await rm(join(SITE, "hashmap.json"), { force: true });
await splitIcons();
if (!guides) await writeForMachines({ base, origin }, Object.values(sidebars).flat());
const written = (await readdir(SITE, { recursive: true })).filter((file) => file.endsWith(".html"));
console.log(
  `${written.length} pages in ${relative(ROOT, SITE)}; any web server can serve them${origin === undefined ? "; no sitemap.xml without --origin" : ""}`,
);
