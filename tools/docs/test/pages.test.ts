import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SITE } from "../src/places.ts";

const files = await readdir(SITE, { recursive: true });
const pages = await Promise.all(files.filter((file) => file.endsWith(".html")).map(async (file) => ({ file, html: await readFile(join(SITE, file), "utf8") })));
// The frame of blocks that run is no page for readers.
const readable = pages.filter(({ file }) => file !== "404.html" && file !== "runner/frame.html");

const descriptionOf = (html: string): string => /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? "";
const titleOf = (html: string): string => /<title>([^<]*)<\/title>/.exec(html)?.[1] ?? "";

describe("the pages of the site", () => {
  it("have a title and a description of their own", () => {
    expect(readable.filter(({ html }) => descriptionOf(html) === "" || titleOf(html) === "").map(({ file }) => file)).toEqual([]);
    for (const valueOf of [descriptionOf, titleOf]) {
      const values = readable.map(({ html }) => valueOf(html));
      expect(values.filter((value, index) => values.indexOf(value) !== index)).toEqual([]);
    }
  });

  it("are there as Markdown, too", async () => {
    expect(readable.map(({ file }) => file.replace(/html$/, "md")).filter((file) => !files.includes(file))).toEqual([]);
    expect(await readFile(join(SITE, "vault/reference/patchItem.md"), "utf8")).toContain("curl -X PATCH 'https://vault.example.com/v1/vaults/");
  });

  it("are listed in llms.txt, each as Markdown with its description", async () => {
    const list = await readFile(join(SITE, "llms.txt"), "utf8");
    const links = Array.from(list.matchAll(/^- \[.+\]\((?:https?:\/\/[^/]+)?\/(.+)\): .{20}/gm), ([, link = ""]) => link);
    expect(list).toMatch(/^# Keywright\n\n> /);
    expect(links).toContain("vault/reference/patchItem.md");
    expect(links.filter((link) => !files.includes(link))).toEqual([]);
  });

  it("link to files that exist, and to headings in them", () => {
    const ids = new Map(pages.map(({ file, html }) => [file, new Set(Array.from(html.matchAll(/\sid="([^"]+)"/g), ([, id = ""]) => id))]));
    const broken = pages.flatMap(({ file: page, html }) =>
      linksIn(html, page)
        .filter(({ file, hash }) => !files.includes(file) || (hash !== "" && ids.get(file)?.has(hash) !== true))
        .map(({ href }) => `${page}: ${href}`),
    );
    expect(pages.length).toBeGreaterThan(60);
    expect([...new Set(broken)]).toEqual([]);
  });
});

/** The links of a page that stay in the site, as a plain web server resolves them. */
function linksIn(html: string, page: string): readonly { readonly href: string; readonly file: string; readonly hash: string }[] {
  return Array.from(html.matchAll(/<(?:a|link)\s[^>]*?href="([^"]*)"/g)).flatMap(([, href = ""]) => {
    const { origin, pathname, hash } = new URL(href.replaceAll("&amp;", "&"), `http://site.example/${page}`);
    if (origin !== "http://site.example") return [];
    const path = decodeURIComponent(pathname).slice(1);
    return [{ href, file: path === "" || path.endsWith("/") ? `${path}index.html` : path, hash: decodeURIComponent(hash.slice(1)) }];
  });
}
