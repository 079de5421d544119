import { chromium } from "playwright";
import type { Services } from "./inside/program.ts";
import type { Outcome } from "./inside/run-packages.ts";

// The emulator answers no page of another origin, as the services do: the page may ask it all the same.
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-web-security"];

/**
 * Runs a bundle in a page of Chromium, at the address of a service: only a page of this machine has what secure pages have.
 *
 * @param executablePath The program of the browser.
 * @throws Error with what the page says if it fails, and with what its console has.
 */
export async function runInChromium(executablePath: string, bundle: string, services: Services): Promise<readonly Outcome[]> {
  const browser = await chromium.launch({ executablePath, args: ARGS });
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(new URL("/heartbeat", services.vault.baseUrl).href);
    await page.addScriptTag({ path: bundle });
    // A text, because the compiler of this file knows no page.
    const outcomes = await page.evaluate(`runPackages(${JSON.stringify(services)})`).catch((error: unknown) => {
      throw new Error([String(error), ...complaints].join("\n"));
    });
    return outcomes as readonly Outcome[];
  } finally {
    await browser.close();
  }
}
