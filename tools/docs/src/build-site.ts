import { copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { findPublished } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { installPinned } from "@keywright/tool-consumers";
import { findServices } from "@keywright/tool-test-kit/services";
import { callExamples } from "./call-examples.ts";
import { type ContractDocument, operationsOf, readDocument } from "./contract/document.ts";
import { operationPage } from "./contract/operation-page.ts";
import { overviewPage } from "./contract/overview-page.ts";
import { schemaPage } from "./contract/schema-page.ts";
import { guidePage, guidesOf } from "./guides.ts";
import { homePage } from "./home.ts";
import { PAGES, ROOT, SITE } from "./places.ts";
import { siteConfig } from "./site-config.ts";
import { writeApi } from "./typescript-api.ts";

/**
 * Builds the site anew.
 *
 * @param base The folder that a server has the site in, with slashes at both ends.
 * @throws Error with what a tool says where it fails: a link that leads nowhere is one reason.
 */
export async function buildSite(base: string): Promise<void> {
  await rm(dirname(PAGES), { recursive: true, force: true });
  const resolvePinned = await installPinned(resolve(import.meta.dirname, "../pins"));
  const packages = (await findPublished(ROOT)).map((folder) => basename(folder));
  const documents = await Promise.all(findServices().map((service) => readDocument(ROOT, service)));
  const guides = guidesOf(packages);

  for (const guide of guides) await writePage(guide.page, await guidePage(guide, guides));
  for (const document of documents) await writeReference(document);
  await writePage("index", homePage(documents));
  const api = await writeApi(resolvePinned);

  const vitepress = join(PAGES, ".vitepress");
  await mkdir(join(vitepress, "theme"), { recursive: true });
  await copyFile(resolve(import.meta.dirname, "style.css"), join(vitepress, "theme/style.css"));
  await writeFile(join(vitepress, "theme/index.js"), 'import theme from "vitepress/theme";\nimport "./style.css";\n\nexport default theme;\n');
  await writeFile(join(vitepress, "config.mjs"), moduleOf(siteConfig(documents, packages, api)));
  const command = join(dirname(resolvePinned("vitepress/package.json")), "bin/vitepress.js");
  const { ok, output } = await runCommand(process.execPath, [command, "build", PAGES, "--base", base], { folder: PAGES });
  if (!ok) throw new Error(`the site cannot be built\n${output}`);
  await rm(join(SITE, "hashmap.json"), { force: true });
}

/** A configuration as a module; functions in it as they are written. */
function moduleOf(configuration: object): string {
  const functions: string[] = [];
  const json = JSON.stringify(configuration, (_name, value: unknown) => (typeof value === "function" ? `function ${functions.push(String(value))}` : value), 2);
  return `export default ${json.replaceAll(/"function (\d+)"/g, (_all, number) => functions[Number(number) - 1] ?? "")};\n`;
}

async function writeReference(document: ContractDocument): Promise<void> {
  const folder = `${document.service}/reference`;
  const examples = await callExamples(document.service);
  await writePage(`${folder}/index`, overviewPage(document));
  await writePage(`${folder}/schemas`, schemaPage(document));
  for (const operation of operationsOf(document)) await writePage(`${folder}/${operation.id}`, operationPage(document, operation, examples.get(operation.id)));
}

async function writePage(name: string, text: string): Promise<void> {
  const file = join(PAGES, `${name}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
