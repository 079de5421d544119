import { describe, expect, it } from "vitest";
import { jsonOf, summaryOf, tableOf } from "../src/print.ts";
import { type Goal, judge, type Result, type Row } from "../src/row.ts";

const row = (name: string, goal: Goal, unit = "×"): Row => ({ name, what: `what ${name} is`, unit, goal });

it.each([
  ["met", "at the goal itself", { figure: 1.05 }, "met", "met"],
  ["short", "beyond it, however little", { figure: 1.0500001 }, "short", "met"],
  ["short", "below it, however little", { figure: 1.0499999 }, "met", "short"],
  ["short", "where the figure is no number", { figure: Number.NaN }, "short", "short"],
  ["failed", "where there is no figure", { failed: "the server went away" }, "failed", "failed"],
] as const)("a verdict is %s %s", (_verdict, _when, measurement, atMost, atLeast) => {
  const verdictOf = (goal: Goal) => judge({ row: row("one", goal), measurement });
  expect([verdictOf({ atMost: 1.05 }), verdictOf({ atLeast: 1.05 })]).toEqual([atMost, atLeast]);
});

const results: readonly Result[] = [
  { row: row("first", { atMost: 1.1 }), measurement: { figure: 1.0321, spread: [1.01, 1.2], beside: ["fetch 1.00, ky 1.43"] } },
  { row: row("second", { atLeast: 10 }), measurement: { figure: 7.26 } },
  { row: row("third", { atMost: 160 }, "MB"), measurement: { failed: "the server went away" } },
];

describe("the table", () => {
  it("has a line for each row with its goal, its figure and the verdict, and below it what was seen beside", () => {
    expect(tableOf(results)).toEqual([
      "row     what            goal      figure  middle half  verdict",
      "first   what first is   ≤ 1.10 ×  1.03 ×  1.01–1.20    met",
      "    fetch 1.00, ky 1.43",
      "second  what second is  ≥ 10 ×    7.26 ×               short",
      "third   what third is   ≤ 160 MB  none                 failed",
      "    the server went away",
    ]);
  });

  it("ends by how many rows are short, those that failed among them", () => {
    expect(summaryOf(results)).toEqual({ line: "3 rows, 2 short of their goal", short: 2 });
    expect(summaryOf(results.slice(0, 1))).toEqual({ line: "1 rows, 0 short of their goal", short: 0 });
  });

  it("is there as data too, with the numbers as they were measured", () => {
    expect(JSON.parse(jsonOf(results, { seed: 7 }))).toEqual({
      seed: 7,
      rows: [
        {
          name: "first",
          what: "what first is",
          unit: "×",
          goal: { atMost: 1.1 },
          figure: 1.0321,
          spread: [1.01, 1.2],
          beside: ["fetch 1.00, ky 1.43"],
          verdict: "met",
        },
        { name: "second", what: "what second is", unit: "×", goal: { atLeast: 10 }, figure: 7.26, verdict: "short" },
        { name: "third", what: "what third is", unit: "MB", goal: { atMost: 160 }, failed: "the server went away", verdict: "failed" },
      ],
    });
  });
});
