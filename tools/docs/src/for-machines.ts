import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { splitFrontMatter } from "./contract/markdown.ts";
import { withoutPictures } from "./pictures.ts";
import { PAGES, SITE } from "./places.ts";
import { withoutRuns } from "./run/blocks.ts";
import type { Address, SidebarItem } from "./site-config.ts";

/** Writes the Markdown of each page next to it, and `llms.txt`, their list by sidebars. */
export async function writeForMachines({ base, origin = "" }: Address, sidebars: readonly SidebarItem[]): Promise<void> {
  for (const file of await readdir(PAGES, { recursive: true }))
    if (file.endsWith(".md")) await writeFile(join(SITE, file), withoutRuns(withoutPictures(await readFile(join(PAGES, file), "utf8"))));
  const parts = [`# Keywright`, `> ${await descriptionOf("index.md")}`];
  for (const { text: group, items = [] } of sidebars) {
    const links = items.map(async ({ text, link = "" }) => {
      const page = `${link.slice(1)}${link.endsWith("/") ? "index" : ""}.md`;
      return `- [${text}](${origin}${base}${page}): ${await descriptionOf(page)}`;
    });
    parts.push(`## ${group}\n\n${(await Promise.all(links)).join("\n")}`);
  }
  await writeFile(join(SITE, "llms.txt"), `${parts.join("\n\n")}\n`);
}

async function descriptionOf(page: string): Promise<string> {
  return splitFrontMatter(await readFile(join(PAGES, page), "utf8"))[0]["description"] ?? "";
}
