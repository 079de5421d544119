import { basename } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { cell, page, table } from "./contract/markdown.ts";
import { ROOT } from "./places.ts";
import { GROUPS, type Text } from "./texts.ts";

/** A section whose heading leads to a guide. */
const DOOR = /^## \[[^\]]+\]\(\/([^)]+)\)\n\n.+\n\n/gm;

/** The home page: its text, its links with the first picture of each page, guides and packages. */
export async function homePage(text: string, texts: readonly Text[], pages: ReadonlyMap<string, string>): Promise<string> {
  const guides = GROUPS.flatMap((group) => {
    const links = texts.filter((each) => each.group === group).map(({ title, page: name }) => `[${title}](/${name})`);
    return links.length === 0 ? [] : [[group, links.join("<br>")]];
  });
  return page([
    text.replace(
      /(?<=^)## \[[\s\S]*?(?=^## [^[])/m,
      (doors) => `<div class="doors">\n\n${doors.replaceAll(DOOR, (door, to: string) => doorOf(door, pages.get(to)))}</div>\n\n`,
    ),
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

/** @throws Error if the page has no picture. */
function doorOf(door: string, guide = ""): string {
  const [figure] = /^<figure[\s\S]*?<\/figure>$/m.exec(guide) ?? [];
  if (figure === undefined) throw new Error(`the page of this part of home.md needs a picture:\n${door}`);
  return `<div>\n\n${door}${figure}\n\n</div>\n\n`;
}
