import { copyFile, cp, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { installPinned } from "@keywright/tool-consumers";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { findServices } from "@keywright/tool-test-kit/services";
import { type ContractDocument, operationsOf, readDocument } from "./contract/document.ts";
import { operationPage } from "./contract/operation-page.ts";
import { overviewPage } from "./contract/overview-page.ts";
import { schemaPage } from "./contract/schema-page.ts";
import { writeForMachines } from "./for-machines.ts";
import { homePage } from "./home-page.ts";
import { type Address, PAGES, PICTURES, ROOT, SITE } from "./places.ts";
import { samplesOf } from "./samples.ts";
import { sidebarsOf, siteConfig } from "./site-config.ts";
import { readTexts, textPage } from "./texts.ts";
import { writeApi } from "./typescript-api.ts";
import { writePages } from "./write-pages.ts";

/**
 * Builds the site from nothing.
 *
 * @throws Error with the output of a tool that fails, for example because of a dead link.
 */
export async function buildSite(address: Address): Promise<void> {
  await rm(dirname(PAGES), { recursive: true, force: true });
  const resolvePinned = await installPinned(resolve(import.meta.dirname, "../pins"));
  const documents = await Promise.all(findServices().map((service) => readDocument(ROOT, service)));
  const texts = await readTexts();

  const pages = new Map<string, string>();
  for (const text of texts) {
    const page = await textPage(text, texts);
    pages.set(text.page, text.page === "index" ? await homePage(page, texts) : page);
  }
  for (const document of documents) for (const [name, page] of await referencePages(document)) pages.set(name, page);
  await writePages(PAGES, pages);
  await cp(PICTURES, join(PAGES, "public/pictures"), { recursive: true });
  const api = await writeApi(resolvePinned);

  const sidebars = sidebarsOf(texts, documents, api);
  const vitepress = join(PAGES, ".vitepress");
  await mkdir(join(vitepress, "theme"), { recursive: true });
  await copyFile(resolve(import.meta.dirname, "style.css"), join(vitepress, "theme/style.css"));
  await writeFile(join(vitepress, "theme/index.js"), 'import theme from "vitepress/theme";\nimport "./style.css";\n\nexport default theme;\n');
  await writeFile(join(vitepress, "config.mjs"), moduleOf(siteConfig(address, texts, documents, sidebars)));
  const command = join(dirname(resolvePinned("vitepress/package.json")), "bin/vitepress.js");
  const { ok, output } = await runCommand(process.execPath, [command, "build", PAGES, "--base", address.base], { folder: PAGES });
  if (!ok) throw new Error(`the site cannot be built\n${output}`);
  await rm(join(SITE, "hashmap.json"), { force: true });
  await writeForMachines(address, Object.values(sidebars).flat());
}

/** A configuration as a module; functions in it as they are written. */
function moduleOf(configuration: object): string {
  const functions: string[] = [];
  const json = JSON.stringify(configuration, (_name, value: unknown) => (typeof value === "function" ? `function ${functions.push(String(value))}` : value), 2);
  return `export default ${json.replaceAll(/"function (\d+)"/g, (_all, number) => functions[Number(number) - 1] ?? "")};\n`;
}

async function referencePages(document: ContractDocument): Promise<readonly (readonly [name: string, page: string])[]> {
  const folder = `${document.service}/reference`;
  const samples = await samplesOf(document.service);
  return [
    [`${folder}/index`, overviewPage(document)],
    [`${folder}/schemas`, schemaPage(document)],
    ...operationsOf(document).map((operation) => [`${folder}/${operation.id}`, operationPage(document, operation, samples.get(operation.id))] as const),
  ];
}
