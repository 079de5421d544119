import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright";
import { pageFindings, WINDOWS } from "@keywright/tool-test-kit/testing/page-findings";
import { describe, expect, it } from "vitest";
import { openEmulator, REBOUND } from "./open-page.ts";
import { collection, field, itemPath, view } from "./steps.ts";

const emulator = openEmulator();
const { controlUrl, link, browser, visit, control, vault } = emulator;

/** The name or the text of the element with the focus. */
function focused(page: Page): Promise<string> {
  return page
    .locator("body :focus")
    .evaluateAll((elements) =>
      elements.map((element) => element.getAttribute("aria-label") || element.getAttribute("name") || element.textContent || "").join(),
    );
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press("Tab");
    if (wanted.test(await focused(page))) return;
  }
  throw new Error(`the keyboard does not reach ${wanted}`);
}

describe("the keyboard", () => {
  it("reaches all views, opens a request, shows its secrets, and adds and removes a fault", async () => {
    const path = await itemPath(emulator);
    await visit(async (page) => {
      await vault(path);
      await page.getByText("getItem").waitFor();
      await tabTo(page, /getItem/);
      await page.keyboard.press("Enter");
      await tabTo(page, /Show secrets/);
      await page.keyboard.press("Space");
      await expect.poll(() => focused(page)).toBe("Hide secrets");

      await page.reload();
      await page.getByText("live", { exact: true }).waitFor();
      await tabTo(page, /^Faults$/);
      await page.keyboard.press("Enter");
      await page.getByText("No fault is on.").waitFor();
      await tabTo(page, /^status$/);
      await page.keyboard.press("Enter");
      const remove = page.getByRole("button", { name: "Remove the fault of *" });
      await remove.waitFor();
      await remove.focus();
      await page.keyboard.press("Enter");
      await page.getByText("No fault is on.").waitFor();
      await expect.poll(() => focused(page)).toBe("All faults");
    });
  });

  it("stays where it is when a table is shown again", async () => {
    await control("POST", "/faults", { service: "vault", operationId: "listVaults", response: { status: 500 }, times: "always" });
    await visit(async (page) => {
      await view(page, "Faults");
      await page.getByRole("button", { name: "Remove the fault of listVaults" }).focus();
      await vault("/v1/vaults");
      await expect.poll(() => page.locator("#fault-table td").nth(4).textContent()).toBe("1");
      expect(await focused(page)).toBe("Remove the fault of listVaults");
    });
  });
});

describe("other pages and hosts", () => {
  it("get no page with a wrong key, and none with a key that was used", async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const statusOf = async (url: string) => (await page.goto(url))?.status();
    const url = await link();
    expect(await statusOf(`${controlUrl()}/?key=wrong`)).toBe(403);
    expect(await statusOf(`${controlUrl()}/`)).toBe(403);
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(`${controlUrl()}/`)).toBe(200);
    await context.close();
    const other = await browser().newContext();
    expect((await (await other.newPage()).goto(url))?.status()).toBe(403);
    await other.close();
  });

  it("cannot send a request from another port, with the cookie of the page", async () => {
    const server = createServer((_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<title>other</title>"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const context = await browser().newContext();
    const page = await context.newPage();
    const url = await link();
    await page.goto(url);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.evaluate(`fetch("${controlUrl()}/clock", { method: "POST", body: '{"hold":true}', mode: "no-cors", credentials: "include" }).catch(() => {})`);
    const read = `fetch("${controlUrl()}/snapshot", { credentials: "include" }).then((response) => response.text(), () => "not readable")`;
    expect(await page.evaluate(read)).toBe("not readable");
    expect(await control("GET", "/clock")).toMatchObject({ hold: false });
    await context.close();
    server.close();
  });

  it("cannot reach it by a name of their own", async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const { port } = new URL(controlUrl());
    const url = await link();
    expect((await page.goto(`http://${REBOUND}:${port}/${new URL(url).search}`))?.status()).toBe(421);
    await context.close();
  });

  it("cannot show it in a frame", async () => {
    const context = await browser().newContext();
    const page = await context.newPage();
    const url = await link();
    await page.setContent(`<iframe src="${url}"></iframe>`);
    await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
    await context.close();
  });
});

describe("each view, on a desktop and a phone, light and dark", () => {
  it("has no finding of axe, and is no wider than the window", async () => {
    const path = await itemPath(emulator);
    await control("POST", "/faults", { service: "vault", operationId: "listVaults", response: { status: 503 }, times: "always" });
    const findings: string[] = [];
    await visit(async (page) => {
      for (const sent of [path, "/v1/vaults", "/v1/activity?limit=none"]) await vault(sent);
      for (const name of ["Requests", "State", "Tokens", "Faults", "Clock"]) {
        await page.setViewportSize(WINDOWS.desktop);
        await view(page, name);
        if (name === "Requests") await page.locator("summary").first().click();
        if (name === "State") await collection(page, "vault/items");
        if (name === "State") await page.locator("#entries button").first().click();
        findings.push(...(await pageFindings(page)).map((finding) => `${name}, ${finding}`));
      }
    });
    expect(findings).toEqual([]);
  });

  it("moves nothing if the person asks for that", async () => {
    await visit(
      async (page) => {
        await vault("/v1/vaults");
        const animation = () =>
          page
            .locator("#request-list > li")
            .first()
            .evaluate((item) => getComputedStyle(item).animationName);
        await page.getByText("listVaults").waitFor();
        expect(await animation()).toBe("none");
        await page.emulateMedia({ reducedMotion: "no-preference" });
        expect(await animation()).toBe("arrive");
      },
      { reducedMotion: "reduce" },
    );
  });
});

describe("a text filter", () => {
  it("has no effect on another view", async () => {
    await visit(async (page) => {
      await collection(page, "vault/items");
      await field(page, "state", "text").fill("nothing has this text");
      await expect.poll(() => page.locator("#entries").textContent()).toBe("No entry has this text.");
      await collection(page, "vault/vaults");
      await expect.poll(() => page.locator("#entry-range").textContent()).toBe("1 to 5 of 5");
    });
  });
});
