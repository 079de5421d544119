import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chromiumPath } from "@keywright/tool-consumers/chromium";
import { SITE } from "../src/places.ts";
import { serveSite } from "./serve-site.ts";

/** Where the screenshots are kept, for people to look at. */
const SCREENSHOTS = resolve(import.meta.dirname, "../dist/screenshots");

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

let browser: Browser;
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  await mkdir(SCREENSHOTS, { recursive: true });
  site = await serveSite(SITE);
  browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox", "--disable-gpu"] });
  // The first start of Chromium on a machine takes longer than the default of ten seconds.
}, 60_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** Opens a page, does something with it, and sees that nothing was asked of another host, nothing was missing, and no script failed. */
async function visit(
  path: string,
  run: (page: Page) => Promise<void>,
  options: { viewport: typeof PHONE; colorScheme?: "light" | "dark" } = { viewport: DESKTOP },
): Promise<void> {
  const page = await browser.newPage(options);
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
}

const screenshot = async (page: Page, name: string): Promise<void> => void (await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) }));

/** How many pixels a page is wider than the window. */
const overflow = async (page: Page): Promise<number> =>
  (await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")) as number;

describe("the site", { timeout: 60_000 }, () => {
  it("leads from its first page to the guide of a client and to an operation", async () => {
    await visit("/", async (page) => {
      await screenshot(page, "home");
      await page.locator("a", { hasText: "@keywright/vault" }).click();
      await expect.poll(() => page.locator("h1").textContent()).toContain("@keywright/vault");
      await page.locator("header").getByRole("button", { name: "Contracts" }).hover();
      await page.locator("header").getByRole("link", { name: "Secrets vault server" }).click();
      await page.locator("main").getByRole("link", { name: "patchItem" }).click();
      await expect.poll(() => page.locator(".request").textContent()).toBe("PATCH /v1/vaults/{vaultUUID}/items/{itemUUID}");
      await screenshot(page, "operation");
    });
  });

  it("shows of an operation who may call it, a call, what goes in, and every answer", async () => {
    await visit("/management/reference/updatePerson.html", async (page) => {
      const text = await page.locator("main").innerText();
      expect(text).toContain("Needs a bearer token with People.Write");
      expect(text).toContain("management.updatePerson({ id:");
      expect(text).toMatch(/^id$/m);
      for (const heading of ["Call", "Parameters", "Body", "Answer 200", "Refusals"]) expect(await page.locator("h2", { hasText: heading }).count()).toBe(1);
      for (const status of ["400", "401", "403", "404", "409", "413", "415", "500"])
        expect(await page.locator("td", { hasText: new RegExp(`^${status}$`) }).count()).toBe(1);
      await page.locator("label", { hasText: /^404$/ }).click();
      expect(await page.locator(".vp-code-group .active code").last().innerText()).toContain("traceId");
    });
  });

  it("leads from an operation to the schema that it takes", async () => {
    await visit("/vault/reference/createItem.html", async (page) => {
      const link = page.locator("main a[href*='schemas']").first();
      const name = (await link.textContent()) ?? "";
      await link.click();
      await expect.poll(() => page.url()).toContain(`#${name.toLowerCase()}`);
      expect(await page.locator(`h2#${name.toLowerCase()}`).innerText()).toContain(name);
      await screenshot(page, "schemas");
    });
  });

  it("finds an operation and a type by search, from the keyboard", async () => {
    await visit("/start.html", async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("listSignInAttempts");
      const results = page.locator(".VPLocalSearchBox .result");
      await expect.poll(() => results.first().textContent()).toContain("listSignInAttempts");
      await screenshot(page, "search");
      await page.getByRole("searchbox").fill("TokenProvider");
      await expect.poll(() => results.first().textContent()).toContain("TokenProvider");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.locator("h1").textContent()).toContain("TokenProvider");
      expect(await page.locator("main").innerText()).toContain("invalidate");
      await screenshot(page, "type");
    });
  });

  it("is dark where the reader's system is, and can be switched", async () => {
    const isDark = (page: Page) => page.evaluate("document.documentElement.classList.contains('dark')");
    await visit(
      "/management/reference/listAuditLogs.html",
      async (page) => {
        expect(await isDark(page)).toBe(true);
        await screenshot(page, "operation-dark");
        await page.locator(".VPNavBarAppearance button").click();
        expect(await isDark(page)).toBe(false);
      },
      { viewport: DESKTOP, colorScheme: "dark" },
    );
  });

  it.each([
    "/",
    "/start.html",
    "/emulator/",
    "/contracts.html",
    "/vault/reference/",
    "/vault/reference/patchItem.html",
    "/vault/reference/schemas.html",
    "/management/reference/updatePerson.html",
    "/events/reference/listAuditEvents.html",
    "/api/",
    "/api/@keywright/core/",
    "/api/@keywright/vault/interfaces/VaultOperations.html",
    "/api/@keywright/vault/interfaces/Item.html",
  ])("is no wider than a phone: %s", async (path) => {
    await visit(
      path,
      async (page) => {
        expect(await overflow(page)).toBeLessThanOrEqual(0);
        await screenshot(page, `phone-${path.replaceAll(/[^\w]+/g, "-").replaceAll(/^-|-$|-html$/g, "") || "home"}`);
      },
      { viewport: PHONE },
    );
  });

  it("has its menu and its search on a phone", async () => {
    await visit(
      "/vault/reference/getItem.html",
      async (page) => {
        await page.getByRole("button", { name: "Menu" }).click();
        await page.locator(".VPSidebar").getByRole("link", { name: "listVaults" }).click();
        await expect.poll(() => page.locator("h1").textContent()).toContain("listVaults");
        await page.getByRole("button", { name: "Search" }).click();
        await page.getByRole("searchbox").fill("deleteScimUser");
        await page.locator(".VPLocalSearchBox .result").first().click();
        await expect.poll(() => page.locator("h1").textContent()).toContain("deleteScimUser");
      },
      { viewport: PHONE },
    );
  });
});
