import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SITE } from "../src/places.ts";

const files = await readdir(SITE, { recursive: true });
const pages = await Promise.all(
  files.filter((file) => /(?<!404)\.html$/.test(file)).map(async (file) => ({ file, html: await readFile(join(SITE, file), "utf8") })),
);

const descriptionOf = (html: string): string => /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
const titleOf = (html: string): string => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";

describe("the pages of the site", () => {
  it("have a title and a description of their own", () => {
    expect(pages.filter(({ html }) => descriptionOf(html) === "" || titleOf(html) === "").map(({ file }) => file)).toEqual([]);
    for (const valueOf of [descriptionOf, titleOf]) {
      const values = pages.map(({ html }) => valueOf(html));
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  it("are there as Markdown, too", async () => {
    expect(pages.map(({ file }) => file.replace(/html$/, "md")).filter((file) => !files.includes(file))).toEqual([]);
    expect(await readFile(join(SITE, "vault/reference/patchItem.md"), "utf8")).toContain("curl -X PATCH 'https://vault.example.com/v1/vaults/");
  });

  it("are listed in llms.txt, each as Markdown with its description", async () => {
    const list = await readFile(join(SITE, "llms.txt"), "utf8");
    const links = Array.from(list.matchAll(/^- \[.+\]\((?:https?:\/\/[^/]+)?\/(.+)\): .{20}/gm), ([, link = ""]) => link);
    expect(list).toMatch(/^# Keywright\n\n> /);
    expect(links).toContain("vault/reference/patchItem.md");
    expect(links.filter((link) => !files.includes(link))).toEqual([]);
  });
});
