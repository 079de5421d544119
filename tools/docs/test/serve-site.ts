import { existsSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "playwright";
import { SITE } from "../src/places.ts";

/**
 * Sends the files of the site as any web server would; no request leaves the browser.
 *
 * @param onMissing Is called with the address of a request to another host or for no file.
 */
export async function serveSite(browser: BrowserContext | Page, origin: string, onMissing: (url: string) => void): Promise<void> {
  await browser.route("**", async (route) => {
    const url = new URL(route.request().url());
    const file = join(SITE, decodeURIComponent(url.pathname), url.pathname.endsWith("/") ? "index.html" : "");
    if (url.origin === origin && existsSync(file)) return route.fulfill({ path: file });
    onMissing(url.href);
    return route.fulfill({ status: 404 });
  });
}
