import { describe, expect, it } from "vitest";
import { SUPPORT } from "../../src/repository/support.ts";
import { AREAS } from "./areas.ts";

const rows = SUPPORT.map(({ area, feature, support }) => ({ area, feature, support }));
const shown = AREAS.flatMap(({ name, features }) =>
  features.flatMap(({ shows, verdict }) => (shows === undefined ? [] : [{ area: name, feature: shows, verdict }])),
);

describe("the table of what a contract may use", () => {
  it.each(rows)("is shown to be true: $area, $feature, $support", ({ area, feature, support }) => {
    const found = shown.find((one) => one.area === area && one.feature === feature);
    expect(found?.verdict, "a row of a feature shows it").toBeDefined();
    expect("because" in (found?.verdict ?? {}) ? "refused" : "supported").toBe(support === "no" ? "refused" : "supported");
  });

  it("has what the features show", () => {
    const known = new Set(rows.map(({ area, feature }) => `${area}: ${feature}`));
    expect(shown.map(({ area, feature }) => `${area}: ${feature}`).filter((one) => !known.has(one))).toEqual([]);
  });
});
