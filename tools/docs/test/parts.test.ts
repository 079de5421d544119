import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright";
import { describe, expect, it } from "vitest";
import { SITE } from "../src/places.ts";
import { openSearch, openSite } from "./browser.ts";

/** The longest page. */
const LONG = "/api/@keywright/core.html";

/** Keeps what a page wants to do while the browser rests. */
const HOLD = "globalThis.held = []; globalThis.requestIdleCallback = (work) => held.push(work);";

/** Does it, each in a task of its own. */
const REST = `new Promise((resolve) => {
  const next = () => (held.length === 0 ? resolve() : (held.shift()(), setTimeout(next)));
  next();
})`;

/** The text that is not laid out yet. */
const FAR = "[...document.querySelectorAll('.vp-doc > div > *')].filter((element) => getComputedStyle(element).contentVisibility === 'auto').length";

const { visit } = openSite();

/** Opens a page as a reader who comes from elsewhere, and keeps its work. */
async function open(page: Page, path: string): Promise<void> {
  await page.addInitScript(HOLD);
  const { origin } = new URL(page.url());
  await page.goto("about:blank");
  await page.goto(origin + path, { waitUntil: "networkidle" });
}

/** Expects all text to have its place, and a heading below the bar of the site. */
async function expectAtTop(page: Page, link = ""): Promise<void> {
  const heading = page.locator(`[id="${link.slice(1)}"]`);
  expect(await page.evaluate(FAR)).toBe(0);
  await expect.poll(async () => Math.abs(((await heading.boundingBox())?.y ?? Infinity) - 134), { message: link }).toBeLessThan(50);
}

describe("the scripts of a page", () => {
  it("work on its outline, its menu and its search only when the browser rests", async () => {
    await visit(LONG, async (page) => {
      await page.addInitScript(HOLD);
      await page.reload({ waitUntil: "networkidle" });
      const outline = page.locator(".VPDocAsideOutline li");
      await expect.poll(() => page.evaluate("held.length")).toBeGreaterThan(6);
      await page.keyboard.press("Control+k");
      expect([await outline.count(), await page.getByRole("searchbox").count()]).toEqual([0, 0]);
      await page.evaluate(REST);
      await expect.poll(() => outline.count()).toBeGreaterThan(50);
      await openSearch(page);
    });
  });

  it("read the index of the search in more than one task, and no page that is found", async () => {
    await visit("/security.html", async (page) => {
      await page.addInitScript(
        "globalThis.waits = 0; const { setTimeout: set } = globalThis; globalThis.setTimeout = (work, ms) => { if (ms === 0) waits += 1; return set(work, ms); };",
      );
      await page.reload({ waitUntil: "networkidle" });
      const before = Number(await page.evaluate("waits"));
      await (await openSearch(page)).fill("TokenProvider");
      await expect.poll(() => page.locator(".VPLocalSearchBox .result").count()).toBeGreaterThan(0);
      expect(Number(await page.evaluate("waits")) - before).toBeGreaterThan(4);
      expect(await page.evaluate("performance.getEntriesByType('resource').filter(({ name }) => /api_.*\\.js/.test(name)).length")).toBe(0);
    });
  });

  it("show the text far below when the browser rests", async () => {
    await visit("/", async (page) => {
      await open(page, LONG);
      expect(await page.evaluate(FAR)).toBeGreaterThan(200);
      await page.evaluate(REST);
      expect(await page.evaluate(FAR)).toBe(0);
    });
  });

  it("show all text to a reader who follows a link to a place in it", async () => {
    await visit("/", async (page) => {
      await open(page, LONG);
      const links = await page.locator(".vp-doc a[href^='#']:not(.header-anchor)").evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      const [first, ...others] = new Set(links);
      for (const link of others.slice(0, 3)) {
        await open(page, LONG);
        await page.locator(`.vp-doc a[href="${link}"]:not(.header-anchor)`).first().click();
        await expectAtTop(page, link);
      }
      await open(page, LONG + first);
      await expectAtTop(page, first);
    });
  });

  it("have no part in drawing icons, which are files of their own", async () => {
    await visit("/", async (page) => {
      const files = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname));
      expect(files.filter((file) => /^\/icons\/\w+\.svg$/.test(file)).length).toBeGreaterThan(3);
      const styles = files.filter((file) => file.endsWith(".css"));
      expect(styles.length).toBeGreaterThan(0);
      for (const file of styles) expect(await readFile(join(SITE, file), "utf8")).not.toContain("data:image");
    });
  });

  it("have no more than 7,000 elements to care for", async () => {
    await visit(LONG, async (page) => expect(await page.evaluate("document.querySelectorAll('*').length")).toBeLessThan(7000));
  });
});
