import { mkdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { cell, page, table } from "./contract/markdown.ts";
import { MADE, ROOT } from "./places.ts";
import { GROUPS, type Text } from "./texts.ts";

/**
 * The home page: its text with its program's output, made anew each build, guides and packages.
 *
 * @throws Error with the output if the program fails.
 */
export async function homePage(text: string, texts: readonly Text[]): Promise<string> {
  const [block = "", program = ""] = /^```ts\n([\s\S]*?)^```\n/m.exec(text) ?? [];
  // From this folder, it finds the packages.
  const file = join(MADE, "first-call.mts");
  await mkdir(MADE, { recursive: true });
  await writeFile(file, program);
  const { ok, output } = await runCommand(process.execPath, ["--import", "tsx", file], { folder: ROOT });
  if (!ok || output === "") throw new Error(`the program of the home page must print something; got\n${output}`);
  const guides = GROUPS.flatMap((group) => {
    const links = texts.filter((each) => each.group === group).map(({ title, page: name }) => `[${title}](/${name})`);
    return links.length === 0 ? [] : [[group, links.join("<br>")]];
  });
  return page([
    text.replace(block, () => `${block}\nIt prints:\n\n\`\`\`text\n${output}\n\`\`\`\n`),
    "## Guides",
    table(["Subject", "Guides"], guides),
    "## Packages",
    table(["Package", "Description", "Version"], await packageRows(texts)),
  ]);
}

async function packageRows(texts: readonly Text[]): Promise<readonly (readonly string[])[]> {
  const rows = (await findPublished(ROOT)).map(async (folder) => {
    const { name, version, description } = await readManifest(folder);
    const log = `${basename(folder)}/changelog`;
    const isReleased = texts.some((text) => text.page === log);
    return [`[${name}](/${basename(folder)}/)`, cell(description), isReleased ? `[${String(version)}](/${log})` : "not released yet"];
  });
  return Promise.all(rows);
}
