import { describe, expect, it } from "vitest";
import { jsonOf, summaryOf, tableOf } from "../src/print.ts";
import { type Goal, judge, type Result, type Row } from "../src/row.ts";

const row = (name: string, goal: Goal, unit = "×"): Row => ({ name, what: `what ${name} is`, unit, goal });
const measured = (goal: Goal, figure: number): Result => ({ row: row("one", goal), measurement: { figure } });

describe("a verdict", () => {
  it("is met at the goal itself", () => {
    expect(judge(measured({ atMost: 1.05 }, 1.05))).toBe("met");
    expect(judge(measured({ atLeast: 10 }, 10))).toBe("met");
  });

  it("is short beyond it, however little", () => {
    expect(judge(measured({ atMost: 1.05 }, 1.0500001))).toBe("short");
    expect(judge(measured({ atLeast: 10 }, 9.9999999))).toBe("short");
  });

  it("is short where the figure is no number", () => {
    expect(judge(measured({ atMost: 1 }, Number.NaN))).toBe("short");
    expect(judge(measured({ atLeast: 1 }, Number.NaN))).toBe("short");
  });

  it("is failed where there is no figure", () => {
    expect(judge({ row: row("one", { atMost: 1 }), measurement: { failed: "the server went away" } })).toBe("failed");
  });
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
