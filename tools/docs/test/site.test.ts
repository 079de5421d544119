import { WINDOWS } from "@keywright/tool-test-kit/testing/page-findings";
import { describe, expect, it } from "vitest";
import { openSearch, openSite, screenshot } from "./browser.ts";

/** Where pictures end in the window. */
const BOTTOMS = (pictures: readonly { getBoundingClientRect(): { readonly bottom: number } }[]): readonly number[] =>
  pictures.map((picture) => picture.getBoundingClientRect().bottom);

const { visit } = openSite();

/** The texts of pictures that touch another one or leave the picture. */
const CROWDED = `[...document.querySelectorAll(".picture")].flatMap((picture) => {
  const texts = [...picture.querySelectorAll("text")].map((text) => ({ text: text.textContent, box: text.getBoundingClientRect() }));
  const { right } = picture.getBoundingClientRect();
  const touches = (one, other) => one !== other && one.left < other.right && other.left < one.right && one.top < other.bottom - 4 && other.top < one.bottom - 4;
  return texts.filter(({ box }) => box.right > right || texts.some((other) => touches(box, other.box))).map(({ text }) => text);
})`;

describe("the site", () => {
  it("leads from its first page to the guide of a client and to an operation", async () => {
    await visit("/", async (page) => {
      await page.locator("main td a", { hasText: "@keywright/vault" }).click();
      await expect.poll(() => page.locator("h1").textContent()).toContain("@keywright/vault");
      await page.locator("header").getByRole("button", { name: "Reference" }).hover();
      await page.locator("header").getByRole("link", { name: "Secrets vault server" }).click();
      await page.locator("main").getByRole("link", { name: "patchItem" }).click();
      await expect.poll(() => page.locator(".request").textContent()).toBe("PATCH /v1/vaults/{vaultUUID}/items/{itemUUID}");
    });
  });

  it("shows who may call an operation, a call, its input, and every response", async () => {
    await visit("/management/reference/updatePerson.html", async (page) => {
      const text = await page.locator("main").innerText();
      expect(text).toContain("Needs a bearer token with People.Write");
      expect(text).toMatch(/management\.updatePerson\(\{\s+id:/);
      expect(text).toMatch(/^id$/m);
      for (const heading of ["Request", "Parameters", "Request body", "Response 200", "Errors"])
        expect(await page.locator("h2", { hasText: new RegExp(`^${heading}`) }).count()).toBeGreaterThan(0);
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
    });
  });

  it("finds a type by search, from the keyboard", async () => {
    await visit("/", async (page) => {
      await (await openSearch(page)).fill("TokenProvider");
      const results = page.locator(".VPLocalSearchBox .result");
      await expect.poll(() => results.first().textContent()).toContain("TokenProvider");
      await screenshot(page, "search");
      await page.keyboard.press("Enter");
      await expect.poll(() => page.url()).toContain("/api/@keywright/core.html#tokenprovider");
      await expect.poll(() => page.locator("main").innerText()).toContain("invalidate");
    });
  });

  it("is no wider than a phone where an entry has many declarations", async () => {
    const wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    await visit("/api/@keywright/core.html", async (page) => expect(await page.evaluate(wider)).toBeLessThanOrEqual(0), "phone");
  });

  it("keeps the titles of the columns on a phone", async () => {
    await visit("/vault/reference/listItems.html", async (page) => expect(await page.locator("th", { hasText: /^In$/ }).isVisible()).toBe(true), "phone");
  });

  it("shows on its first screen four ways to begin, each with what its guide's program prints", async () => {
    await visit("/", async (page) => {
      const doors = page.locator(".doors > div");
      expect(await doors.locator("h2 a:not(.header-anchor)").allInnerTexts()).toEqual([
        "Read secrets",
        "Run programs with secrets",
        "Ship events",
        "Use a contract of your own",
      ]);
      const [secrets, run, events, own] = await doors.locator("svg desc").allTextContents();
      expect(secrets).toMatch(/npx tsx secrets\.mts[\s\S]*DATABASE_PASSWORD[\s\S]*\[secret\]/);
      expect(run).toContain("The password is [secret]");
      expect(events).toContain("2026-03-02T08:00:00.000Z auditevents: ");
      expect(own).toMatch(/shop: 8 files written[\s\S]*order 2 costs 30/);
      const { height } = WINDOWS.desktop;
      expect(await doors.locator("svg").evaluateAll(BOTTOMS)).toSatisfy((bottoms: readonly number[]) => bottoms.every((bottom) => bottom <= height));
      await screenshot(page, "doors");
    });
  });

  it("shows on its first page a program, and what it prints", async () => {
    await visit("/", async (page) => {
      const text = await page.locator("main").innerText();
      expect(text).toContain("npm install @keywright/vault");
      expect(text).toContain("await findItem(vault,");
      // Highlighted: words have colors.
      expect(await page.locator(".language-ts .line span[style]").count()).toBeGreaterThan(20);
      const printed = await page.locator("figure[aria-label=Keywright] desc").textContent();
      expect(printed).toMatch(/Finance portal belongs to finance-lead\sversion \d+ is now \d+/);
    });
  });

  it.each([
    ["how-it-works", ["method(input, options)", "exchange"]],
    ["feeds", ["save", "until then, a crash repeats the batch"]],
    ["tail", ["$ wc -l events", "2026-03-02T08:00:00.000Z auditevents: 0 events, continuing from the checkpoint"]],
  ])("has a picture whose texts stay apart: %s", async (guide, wanted) => {
    await visit(`/guides/${guide}.html`, async (page) => {
      const texts = await page.locator(".picture text").allTextContents();
      for (const text of wanted) expect(texts).toContain(text);
      expect(await page.evaluate(CROWDED)).toEqual([]);
      expect(await page.evaluate("document.querySelector('.picture').outerHTML.length")).toBeLessThan(15_000);
    });
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
      "phone",
    );
  });
});
