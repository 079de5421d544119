import { resolve } from "node:path";
import { chromiumPath } from "@keywright/tool-consumers/chromium";
import { installPinned } from "@keywright/tool-consumers";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright";
import { afterAll, beforeAll, expect } from "vitest";
import { type Ready, startEmulator } from "../../src/emulator-command.ts";

/** A name of an attacker that has the address of this machine. */
export const REBOUND = "rebound.example.com";

/** The emulator and a browser, for the tests of a file. */
export interface Opened {
  readonly ready: () => Ready;
  readonly browser: () => Browser;
  /** Opens the page by a new link, runs a function on it, and expects no request to another host, and no error in the console except those that match. */
  visit(run: (page: Page) => Promise<void>, options?: BrowserContextOptions, expected?: RegExp, script?: string): Promise<void>;
  /** Sends a request to the control port, as a program without a browser. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Sends a request to the vault. */
  vault(path: string, options?: RequestInit & { readonly token?: string }): Promise<Response>;
}

/** Starts the emulator and a browser before the tests of a file, and ends them after it. */
export function openEmulator(): Opened {
  let emulator: Awaited<ReturnType<typeof startEmulator>>;
  let browser: Browser;

  beforeAll(async () => {
    emulator = await startEmulator();
    const args = ["--no-sandbox", "--disable-gpu", `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`];
    browser = await chromium.launch({ executablePath: chromiumPath(), args });
  }, 60_000);

  afterAll(async () => {
    await browser?.close();
    await emulator?.stop();
  });

  const opened: Opened = {
    ready: () => emulator.ready,
    browser: () => browser,
    async visit(run, options, expected = /^$/, script) {
      const { baseUrl } = emulator.ready.control;
      const { url } = (await opened.control("POST", "/link")) as { readonly url: string };
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
      const complaints: string[] = [];
      try {
        const page = await context.newPage();
        page.on("console", (message) => complaints.push(message.text()));
        page.on("pageerror", (error) => complaints.push(String(error)));
        page.on("request", (request) => {
          if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`${baseUrl}/`)) complaints.push(`asked for ${request.url()}`);
        });
        await page.goto(url);
        await page.getByText("live", { exact: true }).waitFor();
        if (script !== undefined) await page.addScriptTag({ path: script });
        await run(page);
        expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
      } finally {
        await context.close();
      }
    },
    async control(method, path, body) {
      const response = await fetch(emulator.ready.control.baseUrl + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      return response.status === 204 ? undefined : response.json();
    },
    vault(path, { token = emulator.ready.vault.token, ...options } = {}) {
      return fetch(emulator.ready.vault.baseUrl + path, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
    },
  };
  return opened;
}

/** Returns the path of axe, which the site's tests use too. */
export async function axePath(): Promise<string> {
  const resolvePinned = await installPinned(resolve(import.meta.dirname, "../../pins"));
  return resolvePinned("axe-core/axe.min.js");
}
