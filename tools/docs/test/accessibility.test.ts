import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DESKTOP, openSite, PAGE_KINDS, PHONE, screenshot } from "./browser.ts";

/** A rule of axe that a page breaks. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

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
const AXE = resolve(import.meta.dirname, "../pins/node_modules/axe-core/axe.min.js");

describe("a page of each kind, on a desktop and a phone, light and dark", { timeout: 120_000 }, () => {
  it.each(Object.entries(PAGE_KINDS))("has no finding of axe, is no wider than the window, and breaks no word of a table: %s", async (kind, path) => {
    const findings: string[] = [];
    await visit(path, async (page) => {
      await page.addScriptTag({ path: AXE });
      for (const { viewport } of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        for (const colorScheme of ["light", "dark"] as const) {
          const where = `${viewport.width}-${colorScheme}`;
          await page.emulateMedia({ colorScheme });
          await expect.poll(() => page.evaluate("document.documentElement.classList.contains('dark')")).toBe(colorScheme === "dark");
          await screenshot(page, `${kind}-${where}`);
          const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as readonly Violation[];
          for (const { id, nodes } of violations)
            findings.push(`${where}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("\n")}`);
        }
        const wider = (await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")) as number;
        if (wider > 0) findings.push(`${viewport.width}: ${wider} pixels wider than the window`);
        if (viewport === DESKTOP.viewport) findings.push(...((await page.evaluate(BROKEN_WORDS)) as readonly string[]).map((word) => `broken: ${word}`));
      }
    });
    expect(findings).toEqual([]);
  });
});
