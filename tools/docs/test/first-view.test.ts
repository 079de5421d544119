import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { SITE } from "../src/places.ts";
import { openSite, PAGE_KINDS } from "./browser.ts";

const MOST_BYTES = 150_000;
/** What a first click loads: the packages and the emulators of all services. */
const MOST_RUNTIME_BYTES = 300_000;

/** The score of Cumulative Layout Shift; up to 0.1 counts as good. https://web.dev/articles/cls */
const MOST_SHIFT = 0.01;
const SHIFT = `new Promise((resolve) => {
  let shift = 0;
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (shift += value))).observe({ type: "layout-shift", buffered: true });
  // Entries that are there are delivered before the second frame.
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(shift)));
})`;

const { visit } = openSite();

/** Returns the bytes of a file of the site as a web server sends it. */
async function bytesOf(path: string): Promise<number> {
  const bytes = await readFile(join(SITE, path.endsWith("/") ? `${path}index.html` : path));
  return /\.(woff2|png)$/.test(path) ? bytes.length : gzipSync(bytes, { level: 9 }).length;
}

/** Opens a page, and returns the files that it has loaded, and how much it has moved. */
async function view(path: string, window: "desktop" | "phone" = "desktop", act: (page: Page) => Promise<void> = async () => {}) {
  let [loaded, shift]: [readonly string[], unknown] = [[], undefined];
  await visit(
    path,
    async (page) => {
      await act(page);
      shift = await page.evaluate(SHIFT);
      loaded = await page.evaluate(() => [location.href, ...performance.getEntriesByType("resource").map(({ name }) => name)]);
    },
    window,
  );
  return { files: [...new Set(loaded.map((url) => decodeURIComponent(new URL(url).pathname)))], shift };
}

describe("the first view of a page", () => {
  it.each(Object.entries(PAGE_KINDS))(`loads at most ${MOST_BYTES} bytes, and moves nothing when its scripts run: %s`, async (_kind, path) => {
    const [{ files, shift }, onPhone] = [await view(path), await view(path, "phone")];
    expect([shift, onPhone.shift].filter((score) => !(Number(score) < MOST_SHIFT))).toEqual([]);
    const sizes = await Promise.all(files.map(async (file) => [file, await bytesOf(file)] as const));
    expect(sizes.length).toBeGreaterThan(3);
    const bytes = sizes.reduce((sum, [, size]) => sum + size, 0);
    expect(bytes, JSON.stringify(sizes)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it("loads nothing that runs blocks until the first click", async () => {
    const before = await view(PAGE_KINDS.guide);
    const after = await view(PAGE_KINDS.guide, "desktop", async (page) => {
      await page.locator("run-block").first().getByRole("button", { name: "Run" }).click();
      await page.locator("run-block[data-end]").first().waitFor();
    });
    const added = after.files.filter((file) => !before.files.includes(file));
    expect(added).toEqual(expect.arrayContaining([expect.stringMatching(/run-panel/), "/runner/runtime.js", "/runner/frame.html"]));
    expect(await bytesOf("/runner/runtime.js")).toBeLessThanOrEqual(MOST_RUNTIME_BYTES);
  });
});
