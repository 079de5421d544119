import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SITE } from "../src/places.ts";

const ORIGIN = "http://site.example";

describe("the files of the site", { timeout: 60_000 }, () => {
  it("link to files that exist, and to headings in them", async () => {
    const files = await readdir(SITE, { recursive: true });
    const pages = new Map(
      await Promise.all(files.filter((file) => file.endsWith(".html")).map(async (file) => [file, await readFile(join(SITE, file), "utf8")] as const)),
    );
    const ids = new Map([...pages].map(([file, html]) => [file, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id))]));
    const known = new Set(files);
    const broken = [...pages].flatMap(([page, html]) =>
      linksIn(html, page)
        .filter(({ file, hash }) => !known.has(file) || (hash !== "" && ids.get(file)?.has(hash) !== true))
        .map(({ href }) => `${page}: ${href}`),
    );
    expect(pages.size).toBeGreaterThan(60);
    expect([...new Set(broken)]).toEqual([]);
  });
});

/** The links of a page that stay in the site, as a plain web server resolves them. */
function linksIn(html: string, page: string): readonly { readonly href: string; readonly file: string; readonly hash: string }[] {
  return [...html.matchAll(/<(?:a|link)\s[^>]*?href="([^"]*)"/g)].flatMap(([, href = ""]) => {
    const url = new URL(href.replaceAll("&amp;", "&"), `${ORIGIN}/${page}`);
    if (url.origin !== ORIGIN) return [];
    const path = decodeURIComponent(url.pathname).slice(1);
    return [{ href, file: path === "" || path.endsWith("/") ? `${path}index.html` : path, hash: decodeURIComponent(url.hash.slice(1)) }];
  });
}
