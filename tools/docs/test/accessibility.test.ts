import { pageFindings } from "@keywright/tool-test-kit/testing/page-findings";
import { describe, expect, it } from "vitest";
import { openSite, PAGE_KINDS, screenshot } from "./browser.ts";

/** The words in tables that are on two lines. */
const BROKEN_WORDS = `[...document.querySelectorAll("td")].flatMap((cell) => {
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
    for (const { index, 0: word } of node.data.matchAll(/\\w+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (range.getClientRects().length > 1) broken.push(word);
    }
  return broken;
})`;

const { visit } = openSite();

describe("a page of each kind, on a desktop and a phone, light and dark", () => {
  it.each(Object.entries(PAGE_KINDS))("has no finding of axe, is no wider than the window, and breaks no word of a table: %s", async (kind, path) => {
    const findings: string[] = [];
    await visit(path, async (page) => {
      const onLook = async (window: string, colorScheme: string): Promise<void> => {
        await expect.poll(() => page.evaluate("document.documentElement.classList.contains('dark')")).toBe(colorScheme === "dark");
        await screenshot(page, `${kind}-${window}-${colorScheme}`);
        if (window !== "desktop" || colorScheme !== "light") return;
        findings.push(...((await page.evaluate(BROKEN_WORDS)) as readonly string[]).map((word) => `broken: ${word}`));
      };
      findings.push(...(await pageFindings(page, onLook)));
    });
    expect(findings).toEqual([]);
  });
});
