import { join, resolve } from "node:path";
import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import { LIMITS } from "@keywright/tool-test-kit/testing/limits";
import { WINDOWS } from "@keywright/tool-test-kit/testing/page-findings";
import type { Browser, Locator, Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { serveSite } from "./serve-site.ts";

/** Where the screenshots are kept. */
const SCREENSHOTS = resolve(import.meta.dirname, "../dist/screenshots");

/** Where the site seems to be: no request leaves the browser. */
const ORIGIN = "http://site.example";

/** A page of each kind. */
export const PAGE_KINDS = {
  home: "/",
  guide: "/guides/errors.html",
  drawing: "/guides/how-it-works.html",
  session: "/guides/tail.html",
  package: "/vault/",
  migration: "/migration.html",
  project: "/contributing.html",
  contract: "/management/reference/",
  operation: "/vault/reference/patchItem.html",
  schemas: "/vault/reference/schemas.html",
  api: "/api/",
  entry: "/api/@keywright/vault/items.html",
  origins: "/contracts.html",
  list: "/events/reference/listAuditEvents.html",
} as const;

/** Starts a browser for the tests of a file, which gets the files of the site as any web server would send them. */
export function openSite(): { visit(path: string, run: (page: Page) => Promise<void>, window?: keyof typeof WINDOWS): Promise<void> } {
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium();
  });

  afterAll(() => browser?.close());

  return {
    /** Opens a page, runs a function on it when all of it is laid out, and expects no request to another host, no missing file and no failed script. */
    async visit(path, run, window = "desktop") {
      const page = await browser.newPage({ viewport: WINDOWS[window] });
      page.setDefaultTimeout(LIMITS.expect.poll.timeout);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      await serveSite(page, ORIGIN, (url) => complaints.push(`asked for ${url}`));
      try {
        await page.goto(ORIGIN + path, { waitUntil: "networkidle" });
        await page.waitForFunction("!document.documentElement.classList.contains('first-view')");
        await run(page);
        expect(complaints).toEqual([]);
      } finally {
        await page.close();
      }
    },
  };
}

/** Opens the search from the keyboard, as soon as the scripts of the page listen to it. */
export async function openSearch(page: Page): Promise<Locator> {
  const box = page.getByRole("searchbox");
  await expect
    .poll(async () => {
      if (!(await box.isVisible())) await page.keyboard.press("Control+k");
      return box.isVisible();
    })
    .toBe(true);
  return box;
}

/** Keeps a picture of what the window shows, except in CI, where nobody looks at it. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env["CI"] === undefined) await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
