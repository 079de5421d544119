import { startChromium } from "@keywright/tool-test-kit/testing/chromium";
import type { Browser, Route } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createVaultEmulator } from "../../src/vault.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

test("a page of a test with Playwright calls an emulator by page.route", async () => {
  const { fetch, token, inject } = createVaultEmulator();
  const page = await browser.newPage();
  await page.route("https://vault.example.com/**", async (route: Route) => {
    const request = route.request();
    const response = await fetch(request.url(), { method: request.method(), headers: await request.allHeaders(), body: request.postData() });
    const body = Buffer.from(await response.arrayBuffer());
    await route.fulfill({ status: response.status, headers: Object.fromEntries(response.headers), body });
  });
  await page.goto("https://vault.example.com/heartbeat");
  const statusOf = (): Promise<readonly [number, string]> =>
    page.evaluate(async (bearer) => {
      const response = await globalThis.fetch("/v1/vaults", { headers: { authorization: `Bearer ${bearer}` } });
      return [response.status, await response.text()] as const;
    }, token);
  const [status, text] = await statusOf();
  expect([status, JSON.parse(text)]).toMatchObject([200, [{}, {}, {}, {}]]);
  inject({ operationId: "listVaults", response: { status: 503 } });
  expect((await statusOf())[0]).toBe(503);
  await page.close();
});
