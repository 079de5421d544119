import { pageFindings } from "@keywright/tool-test-kit/testing/page-findings";
import type { Locator, Page } from "playwright";
import { describe, expect, it } from "vitest";
import { openSite } from "./browser.ts";

const { visit } = openSite();
const GUIDE = "/guides/errors.html";

const blockOf = (page: Page): Locator => page.locator("run-block").first();
const press = (page: Page, name: string): Promise<void> => blockOf(page).getByRole("button", { name, exact: true }).click();
const outputOf = (page: Page): Promise<string> => blockOf(page).getByRole("region", { name: "Output" }).innerText();
const statusOf = (page: Page): Promise<string> => blockOf(page).getByRole("status").innerText();

/** Runs the first block of a page, with other code. */
async function runCode(page: Page, code: string): Promise<void> {
  await press(page, "Run");
  await expect.poll(() => statusOf(page)).toMatch(/^Done/);
  if (await blockOf(page).getByRole("button", { name: "Edit" }).isVisible()) await press(page, "Edit");
  await blockOf(page).getByRole("textbox", { name: "Code" }).fill(code);
  await press(page, "Run");
}

describe("a block of a guide", () => {
  it("runs from the keyboard, and shows its output, its requests with the start of the token, and no finding of axe", async () => {
    await visit(GUIDE, async (page) => {
      await blockOf(page).getByRole("button", { name: "Run" }).focus();
      await page.keyboard.press("Enter");
      await expect.poll(() => statusOf(page)).toBe("Done, 1 request.");
      expect(await outputOf(page)).toBe("no such vault");
      expect(await blockOf(page).getByRole("list", { name: "Requests" }).innerText()).toMatch(
        /^GET https:\/\/vault\.example\.com\/v1\/vaults\/a{26} → 404 token exam…$/,
      );
      expect(await pageFindings(page)).toEqual([]);
    });
  });

  it("runs as the reader changed it, with errors as Node prints them, until it is reset", async () => {
    await visit(GUIDE, async (page) => {
      await runCode(
        page,
        'import { ConfigurationError } from "@keywright/core";\nconst one: number = 1;\nconsole.log({ one }, "%s");\nthrow new ConfigurationError("invalid-option", "no");',
      );
      await expect.poll(() => statusOf(page)).toBe("Failed, 0 requests.");
      expect(await outputOf(page)).toMatch(/^\{ one: 1 \} %s\nUncaught ConfigurationError: no \{\n {2}code: 'invalid-option'/);
      await press(page, "Reset");
      expect(await blockOf(page).locator("pre.shiki").isVisible()).toBe(true);
      await press(page, "Run");
      await expect.poll(() => outputOf(page)).toBe("no such vault");
    });
  });

  it("shows the requests to each service, in their order", async () => {
    await visit(GUIDE, async (page) => {
      const paths = ["events.example.com/one", "events.example.com/two", "vault.example.com/heartbeat"];
      await runCode(page, paths.map((path) => `await fetch("https://${path}");`).join("\n"));
      await expect.poll(() => statusOf(page)).toBe("Done, 3 requests.");
      const lines = await blockOf(page).getByRole("list", { name: "Requests" }).locator("li").allInnerTexts();
      expect(lines).toEqual(paths.map((path) => expect.stringMatching(`^GET https://${path} → `) as unknown));
    });
  });

  it("that does not end is stopped, and runs again", async () => {
    await visit(GUIDE, async (page) => {
      await runCode(page, "for (;;) console.log(1);");
      await expect.poll(() => outputOf(page)).toMatch(/More than 500 lines; the rest is not shown\.$/);
      await press(page, "Stop");
      expect(await statusOf(page)).toBe("Stopped.");
      await press(page, "Reset");
      await press(page, "Run");
      await expect.poll(() => statusOf(page)).toBe("Done, 1 request.");
    });
  });

  it("has no access to the page, the site or a network", async () => {
    await visit(GUIDE, async (page) => {
      await runCode(
        page,
        `const failure = (run: () => unknown) => { try { return String(run()); } catch (error) { return (error as Error).name; } };
console.log(self.origin, typeof document, failure(() => indexedDB.open("a")));
console.log(failure(() => new Function("return 1")));
console.log(failure(() => importScripts("http://site.example/index.html")));
console.log(await new Promise((resolve) => { const socket = new WebSocket("wss://other.example"); socket.onerror = () => resolve("blocked"); }).catch((error) => error.name));
await fetch("https://other.example/").catch((error) => console.log(error.message));`,
      );
      await expect.poll(() => statusOf(page)).toMatch(/^Done/);
      expect(await outputOf(page)).toBe(
        "null undefined SecurityError\nEvalError\nNetworkError\nblocked\nfetch failed: this page has no server at https://other.example, only those of events, management, vault",
      );
    });
  });

  it("that Node alone can run says why, and shows its recorded session in place of a button, with no finding of axe", async () => {
    await visit("/guides/leavers.html", async (page) => {
      expect(await page.locator(".recorded").first().innerText()).toBe(
        "Does not run in a page: browsers do not have node:fs. Recorded in Node: done, 3 requests, offboarding.jsonl (113 bytes).",
      );
      expect(await page.getByRole("region", { name: "Output" }).innerText()).toMatch(
        /^2 of 2 to do\n\{"email":"contractor\.twelve@example\.com","outcome":"done"\}\n/,
      );
      expect(await page.getByRole("list", { name: "Requests" }).locator("li").first().innerText()).toMatch(/^PATCH https:\/\/.* → 200 token exam…$/);
      expect(await page.locator("run-block").first().innerText()).not.toContain("node:fs");
      expect(await pageFindings(page)).toEqual([]);
    });
  });
});
