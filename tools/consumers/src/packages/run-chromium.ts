import { chromium } from "playwright";
import type { Services } from "./inside/program.ts";
import type { Outcome } from "./inside/run-packages.ts";

// Like the services, the emulator sends no CORS headers, so the browser must not require them.
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-web-security"];

/**
 * Runs a bundle in a page of Chromium at the URL of a service, because only pages of this machine are secure contexts without TLS.
 *
 * @param executablePath The program of the browser.
 * @throws Error with the page's error and its console if it fails.
 */
export async function runInChromium(executablePath: string, bundle: string, services: Services): Promise<readonly Outcome[]> {
  const browser = await chromium.launch({ executablePath, args: ARGS });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(new URL("/heartbeat", services.vault.baseUrl).href);
    await page.addScriptTag({ path: bundle });
    // A text, because this file is compiled without the DOM's types.
    const outcomes = await page.evaluate(`runPackages(${JSON.stringify(services)})`).catch((error: unknown) => {
      throw new Error([String(error), ...complaints].join("\n"));
    });
    return outcomes as readonly Outcome[];
  } finally {
    await browser.close();
  }
}
