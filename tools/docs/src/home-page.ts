import { basename } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
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
  const releases = await readReleases(ROOT);
  const rows = (await findPublished(ROOT)).map(async (folder) => {
    const { name, description } = await readManifest(folder);
    const log = `${basename(folder)}/changelog`;
    const { [name]: released = "not released yet" } = releases;
    return [`[${name}](/${basename(folder)}/)`, cell(description), texts.some((text) => text.page === log) ? `[${released}](/${log})` : released];
  });
  return Promise.all(rows);
}

/** The newest release of each package with its day: its tag is made when all can install it. */
export async function readReleases(root: string): Promise<{ readonly [name: string]: string }> {
  const words = ["for-each-ref", "--sort=creatordate", "--format=%(refname:short) %(creatordate:short)", "refs/tags"];
  const tags = (await runOrThrow("git", words, { folder: root })).matchAll(/^(@.+)@(\d[\d.]*) (.+)$/gm);
  return Object.fromEntries(Array.from(tags, ([, name, version, day]) => [name, `${version}, ${day}`] as const));
}

/** @throws Error if the page has no picture. */
function doorOf(door: string, guide = ""): string {
  const [figure] = /^<figure[\s\S]*?<\/figure>$/m.exec(guide) ?? [];
  if (figure === undefined) throw new Error(`the page of this part of home.md needs a picture:\n${door}`);
  return `<div>\n\n${door}${figure}\n\n</div>\n\n`;
}
