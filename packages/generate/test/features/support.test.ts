import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { AREAS } from "./areas.ts";

const page = readFileSync(fileURLToPath(new URL("../../../../tools/docs/guides/contract-features.md", import.meta.url)), "utf8");

/** The rows of the page: the area, whether it is supported, and the text, which is the feature or `feature: note`. */
const rows = page
  .split(/^## /m)
  .slice(1)
  .flatMap((section) =>
    Array.from(section.matchAll(/^\*\*(\w+)\*\*\n\n((?:- .*\n)+)/gm)).flatMap(([, support, list = ""]) =>
      Array.from(list.matchAll(/^- (.*)$/gm), ([, text = ""]) => ({ area: areaOf(section), support, text })),
    ),
  );

const shown = AREAS.flatMap(({ name, features }) =>
  features.flatMap(({ shows, verdict }) => (shows === undefined ? [] : [{ area: name, feature: shows, verdict }])),
);

function areaOf(section: string): string {
  return section.slice(0, section.indexOf("\n")).toLowerCase();
}

function featuresOf(row: { readonly area: string; readonly text: string }): typeof shown {
  return shown.filter(({ area, feature }) => area === row.area && (row.text === feature || row.text.startsWith(`${feature}: `)));
}

describe("the page of what a contract may use", () => {
  it.each(rows)("is true: $area, $text, $support", (row) => {
    const verdicts = new Set(featuresOf(row).map(({ verdict }) => ("because" in verdict ? "refused" : "supported")));
    expect([...verdicts]).toEqual([row.support === "no" ? "refused" : "supported"]);
  });

  it("has each feature once", () => {
    const found = rows.flatMap((row) => [...new Set(featuresOf(row).map(({ area, feature }) => `${area}: ${feature}`))]);
    expect(found.sort()).toEqual([...new Set(shown.map(({ area, feature }) => `${area}: ${feature}`))].sort());
  });
});
