import axe, { type AxeResults } from "axe-core";
import type { Page } from "playwright";

/** The windows in which pages are looked at. */
export const WINDOWS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

/**
 * Returns what axe finds on a page, wide and narrow, light and dark, and its excess of width.
 *
 * @param onLook Is called for each look before axe runs, with the names of window and scheme.
 */
export async function pageFindings(
  page: Page,
  onLook: (window: keyof typeof WINDOWS, colorScheme: "light" | "dark") => Promise<void> = async () => {},
): Promise<readonly string[]> {
  const findings: string[] = [];
  await page.evaluate(axe.source);
  for (const window of ["desktop", "phone"] as const) {
    await page.setViewportSize(WINDOWS[window]);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await onLook(window, colorScheme);
      const { violations } = (await page.evaluate(
        `axe.run(${colorScheme === "dark" ? '{ runOnly: ["color-contrast", "link-in-text-block"] }' : ""})`,
      )) as AxeResults;
      for (const { id, nodes } of violations)
        findings.push(`${window} ${colorScheme}: ${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(" ")} ${failureSummary}`).join("\n")}`);
    }
    const wider = (await page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")) as number;
    if (wider > 0) findings.push(`${window}: ${wider} pixels wider than the window`);
  }
  return findings;
}
