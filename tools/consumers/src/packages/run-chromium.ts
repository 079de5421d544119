import { chromium } from "playwright";

// Like the services, the emulator sends no CORS headers, so the browser must not require them.
const ARGS = ["--no-sandbox", "--disable-gpu", "--disable-web-security"];

/**
 * Runs a bundle in a page of Chromium. Returns its console and its errors.
 *
 * @param executablePath The program of the browser.
 * @param address The URL of the page. On this machine, because only such pages are secure contexts without TLS.
 */
export async function runInChromium(executablePath: string, bundle: string, address: string): Promise<string> {
  const browser = await chromium.launch({ executablePath, args: ARGS });
  try {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("console", (message) => said.push(message.text()));
    await page.goto(address);
    await page.addScriptTag({ path: bundle });
    // A text, because this file is compiled without the DOM's types.
    await page.evaluate("runPackages()").catch((error: unknown) => said.push(String(error)));
    return said.join("\n");
  } finally {
    await browser.close();
  }
}
