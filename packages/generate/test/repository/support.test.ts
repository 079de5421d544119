import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { withSections } from "../../src/repository/readme-sections.ts";
import { SUPPORT, supportSection } from "../../src/repository/support.ts";

const readme = fileURLToPath(new URL("../../README.md", import.meta.url));

it("the README lists what a contract may use as the table has it", async () => {
  const text = await readFile(readme, "utf8");
  expect(text).toContain("<!-- generated: support -->");
  expect(text).toBe(withSections(text, { support: supportSection() }));
});

it("no feature is listed twice in an area", () => {
  const names = SUPPORT.map(({ area, feature }) => `${area}: ${feature}`);
  expect(names).toEqual([...new Set(names)]);
});
