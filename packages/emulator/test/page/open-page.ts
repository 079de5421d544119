import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import { LIMITS } from "@keywright/tool-test-kit/testing/limits";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import { type Ready, type Running, start } from "../cli/support.ts";

/** A name of an attacker that has the address of this machine. */
export const REBOUND = "rebound.example.com";

/** The emulator and a browser, for the tests of a file. */
export interface Opened {
  readonly ready: () => Ready;
  /** The URL of the control port. */
  readonly controlUrl: () => string;
  readonly browser: () => Browser;
  /** Returns a new link to the page. */
  readonly link: () => Promise<string>;
  /** Opens the page by a new link, runs a function on it, and expects no request to another host, and no error in the console except those that match. */
  visit(run: (page: Page) => Promise<void>, options?: BrowserContextOptions, expected?: RegExp): Promise<void>;
  /** Sends a request to the control port, as a program without a browser. */
  control(method: string, path: string, body?: object): Promise<unknown>;
  /** Sends a request to the vault. */
  vault(path: string, options?: RequestInit & { readonly token?: string }): Promise<Response>;
}

/**
 * Starts a browser before the tests of a file, and an emulator before each test.
 *
 * @param writeSeed Writes a seed file for the emulator, and returns its path.
 */
export function openEmulator(writeSeed?: () => Promise<string>): Opened {
  let emulator: Running;
  let browser: Browser;

  beforeAll(async () => {
    browser = await startChromium(`--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`);
  });
  beforeEach(async () => {
    emulator = await start("--ui", ...(writeSeed === undefined ? [] : ["--seed", await writeSeed()]));
  });
  afterAll(() => browser?.close());

  const opened: Opened = {
    ready: () => emulator.ready,
    controlUrl: () => emulator.ready.control?.baseUrl ?? "",
    browser: () => browser,
    link: async () => ((await opened.control("POST", "/link")) as { readonly url: string }).url,
    async visit(run, options, expected = /^$/) {
      const url = await opened.link();
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
      const complaints: string[] = [];
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(LIMITS.expect.poll.timeout);
        page.on("console", (message) => complaints.push(message.text()));
        page.on("pageerror", (error) => complaints.push(String(error)));
        page.on("request", (request) => {
          if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(`${opened.controlUrl()}/`)) complaints.push(`asked for ${request.url()}`);
        });
        await page.goto(url);
        await page.getByText("live", { exact: true }).waitFor();
        await run(page);
        expect(complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
      } finally {
        await context.close();
      }
    },
    async control(method, path, body) {
      const response = await fetch(opened.controlUrl() + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
      return response.status === 204 ? undefined : response.json();
    },
    vault(path, { token = emulator.ready.vault.token, ...options } = {}) {
      return fetch(emulator.ready.vault.baseUrl + path, { ...options, headers: { authorization: `Bearer ${token}`, ...options.headers } });
    },
  };
  return opened;
}
