import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVaultEmulator } from "../../src/vault.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

test("a page of a test with Playwright calls an emulator by page.route", async () => {
  const emulator = createVaultEmulator();
  const page = await browser.newPage();
  await page.route("https://vault.example.com/**", async (route) => {
    const request = route.request();
    const init = { method: request.method(), headers: await request.allHeaders(), body: request.postData() };
    const response = await emulator.fetch(request.url(), init).catch(() => undefined);
    if (response === undefined) return route.abort();
    return route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body: Buffer.from(await response.arrayBuffer()) });
  });
  await page.goto("https://vault.example.com/heartbeat");
  const statusOf = (): Promise<readonly [number, string]> =>
    page.evaluate(async (bearer) => {
      const response = await globalThis.fetch("/v1/vaults", { headers: { authorization: `Bearer ${bearer}` } });
      return [response.status, await response.text()] as const;
    }, emulator.token);
  const [status, text] = await statusOf();
  expect([status, JSON.parse(text)]).toMatchObject([200, [{}, {}, {}, {}]]);
  emulator.inject({ operationId: "listVaults", response: { status: 503 } });
  expect((await statusOf())[0]).toBe(503);
  emulator.inject({ operationId: "listVaults", response: "reset" });
  await expect(statusOf()).rejects.toThrow("Failed to fetch");
  await page.close();
});
