import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { GENERATORS } from "../../src/compare/generators.ts";
import type { Outcome, Probes } from "../../src/compare/measure.ts";
import { comparisonSection, FEATURES } from "../../src/compare/table.ts";

const silent: Outcome = { sent: [], failed: false };
const sent = (url: string, more: object = {}): Outcome => ({ sent: [{ url, type: null, key: null, branch: null, parts: {}, ...more }], failed: false });
const WORST: Probes = {
  byHand: [],
  list: sent("https://petshop.example.com/v1/pets?status=available,sold&price=[object%20Object]"),
  photo: sent("https://petshop.example.com/v1/pets/7/photos", { type: "application/json" }),
  change: sent("https://petshop.example.com/v1/pets/7", { type: "application/json" }),
  tooLong: sent("https://petshop.example.com/v1/pets/7"),
  read: sent("https://petshop.example.com/v1/photos/y"),
  retried: { ...sent("https://petshop.example.com/v1/pets"), failed: true },
};
const [again] = sent("https://petshop.example.com/v1/pets").sent;
const BEST: Probes = {
  byHand: [],
  list: sent("https://petshop.example.com/v1/pets?status=available&status=sold&price%5Bfrom%5D=10", { key: "example-key", branch: "north" }),
  photo: sent("https://petshop.example.com/v1/pets/7/photos", { parts: { photo: 5 } }),
  change: sent("https://petshop.example.com/v1/pets/7", { type: "application/merge-patch+json" }),
  tooLong: { ...silent, failed: true },
  read: sent("https://petshop.example.com/v1/photos/x%2F..%2Fy"),
  retried: { sent: again === undefined ? [] : [again, again], failed: false },
};
const column = (name: string, probes: Probes) => ({ name, version: "1.0.0", files: 2, lines: 30, bytes: 4567, probes });

/** The cells of each row of a table. */
function cellsOf(table: string): string[][] {
  return table
    .trim()
    .split("\n")
    .map((row) =>
      row
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

describe("the comparison of generators", () => {
  it("judges by what was sent", () => {
    const rows = cellsOf(comparisonSection([column("one", WORST), column("other", BEST)]));
    expect(rows.slice(0, 6)).toEqual([
      ["", "one", "other"],
      ["---", "---", "---"],
      ["version", "1.0.0", "1.0.0"],
      ["files", "2", "2"],
      ["lines of TypeScript", "30", "30"],
      ["bundle of four calls, kB compressed", "4.6", "4.6"],
    ]);
    expect(rows.slice(6)).toEqual(Object.keys(FEATURES).map((what) => [what, "no", "yes"]));
  });

  it("says what the user had to write", () => {
    const [, , , , , , key] = cellsOf(comparisonSection([column("one", { ...BEST, byHand: ["key"] })]));
    expect(key).toEqual(["API key from the client's options", "by hand"]);
  });

  it("stands in the README, with a column for each generator and an answer in each cell", async () => {
    const readme = await readFile(new URL("../../../../packages/generate/README.md", import.meta.url), "utf8");
    const [, section = ""] = /<!-- generated: generators -->\n([\s\S]*?)<!-- end -->/.exec(readme) ?? [];
    const rows = cellsOf(section);
    expect(rows[0]).toEqual(["", ...GENERATORS.map(({ name }) => name)]);
    for (const cells of rows) expect(cells).toHaveLength(GENERATORS.length + 1);
    expect(rows.slice(2).map(([what]) => what)).toEqual([
      "version",
      "files",
      "lines of TypeScript",
      "bundle of four calls, kB compressed",
      ...Object.keys(FEATURES),
    ]);
    for (const [what, ...figures] of rows.slice(3, 6)) for (const figure of figures) expect(figure, what).toMatch(/^\d+(\.\d)?$/);
    for (const [what, ...answers] of rows.slice(6)) for (const answer of answers) expect(["yes", "no", "by hand"], what).toContain(answer);
  });
});
