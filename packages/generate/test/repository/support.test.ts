import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { withSections } from "../src/readme-sections.ts";
import { SUPPORT, supportSection } from "../src/support.ts";

const contributing = fileURLToPath(new URL("../../../CONTRIBUTING.md", import.meta.url));

it("CONTRIBUTING.md lists what a contract may use as the table has it", async () => {
  const text = await readFile(contributing, "utf8");
  expect(text).toContain("<!-- generated: support -->");
  expect(text).toBe(withSections(text, { support: supportSection() }));
});

it("no feature is listed twice in an area", () => {
  const names = SUPPORT.map(({ area, feature }) => `${area}: ${feature}`);
  expect(names).toEqual([...new Set(names)]);
});
