import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import { WINDOWS } from "@keywright/tool-test-kit/testing/page-findings";
import type { Browser, Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { SITE } from "../src/places.ts";
import { serveSite } from "./serve-site.ts";

/** Where the screenshots are kept, for people to look at. */
const SCREENSHOTS = resolve(import.meta.dirname, "../dist/screenshots");

/** How a page is opened. */
export interface View {
  readonly viewport: { readonly width: number; readonly height: number };
  readonly colorScheme?: "light" | "dark";
}

export const DESKTOP: View = { viewport: WINDOWS.desktop };
export const PHONE: View = { viewport: WINDOWS.phone };

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

/** Starts a browser and a server of the site for the tests of a file. */
export function openSite(): { visit(path: string, run: (page: Page) => Promise<void>, view?: View): Promise<void> } {
  let browser: Browser;
  let site: Awaited<ReturnType<typeof serveSite>>;

  beforeAll(async () => {
    await mkdir(SCREENSHOTS, { recursive: true });
    site = await serveSite(SITE);
    browser = await startChromium();
    // The first start of Chromium on a machine takes longer than the default of ten seconds.
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  return {
    /** Opens a page, runs a function on it, and expects no request to another host, no missing file and no failed script. */
    async visit(path, run, view = DESKTOP) {
      const page = await browser.newPage(view);
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      page.on("request", (request) => {
        if (!request.url().startsWith(site.url) && !request.url().startsWith("data:")) complaints.push(`asked for ${request.url()}`);
      });
      page.on("response", (response) => {
        if (response.status() >= 400) complaints.push(`${response.status()} for ${response.url()}`);
      });
      try {
        await page.goto(site.url + path, { waitUntil: "networkidle" });
        await run(page);
        expect(complaints).toEqual([]);
      } finally {
        await page.close();
      }
    },
  };
}

/** Keeps a picture of what the window shows. */
export async function screenshot(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) });
}
