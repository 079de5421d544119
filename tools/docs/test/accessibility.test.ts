import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { DESKTOP, openSite, PAGE_KINDS, PHONE, screenshot } from "./browser.ts";

/** A rule of axe that a page breaks. */
interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

const { visit } = openSite();
const AXE = resolve(import.meta.dirname, "../pins/node_modules/axe-core/axe.min.js");

const views = [DESKTOP, PHONE].flatMap(({ viewport }) => (["light", "dark"] as const).map((colorScheme) => ({ viewport, colorScheme })));

describe("the accessibility of a page", { timeout: 60_000 }, () => {
  const cases = Object.entries(PAGE_KINDS).flatMap(([kind, path]) =>
    views.map((view) => ({ kind, path, view, width: view.viewport.width, scheme: view.colorScheme })),
  );

  it.each(cases)("has no finding of axe: $kind, $width pixels, $scheme", async ({ kind, path, view }) => {
    await visit(
      path,
      async (page) => {
        await screenshot(page, `${kind}-${view.viewport.width}-${view.colorScheme}`);
        await page.addScriptTag({ path: AXE });
        const violations = (await page.evaluate("axe.run().then(({ violations }) => violations)")) as readonly Violation[];
        expect(
          violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("\n")}`),
        ).toEqual([]);
      },
      view,
    );
  });
});
