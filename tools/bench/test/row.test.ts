import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { expect, it, vi } from "vitest";
import { isMet, type Measurement, measureRows, type Result, type Row, tableOf } from "../src/measure/row.ts";

const row = (name: string, goal: Row["goal"], figure = 1, unit = "×"): Result => ({ name, what: `what ${name} is`, unit, goal, figure });

it("a row that breaks fails with the reason, and the others do not", async () => {
  const said = vi.spyOn(console, "error").mockReturnValue();
  const measured = (measure: () => Promise<Measurement>): Row => ({ ...row("one", { atMost: 1 }), measure });
  const rows = [measured(() => Promise.reject(new Error("the server went away"))), measured(() => Promise.resolve({ figure: 2 }))];
  const results = await measureRows(rows, { stage: "", quick: true });
  said.mockRestore();
  expect(results.map(({ figure, beside }) => [figure, beside])).toEqual([
    [Number.NaN, ["Error: the server went away"]],
    [2, undefined],
  ]);
});

it.each([
  ["at the goal itself", 1.05, true, true],
  ["beyond it, however little", 1.0500001, false, true],
  ["below it, however little", 1.0499999, true, false],
  ["without a figure", Number.NaN, false, false],
])("a goal is met or missed %s", (_when, figure, atMost, atLeast) => {
  const isMetBy = (goal: Row["goal"]): boolean => isMet(row("one", goal, figure));
  expect([isMetBy({ atMost: 1.05 }), isMetBy({ atLeast: 1.05 })]).toEqual([atMost, atLeast]);
});

it("the table has a line for each row with its goal, its figure and the verdict, and its notes below it", () => {
  expect(
    tableOf([
      { ...row("first", { atMost: 1.1 }, 1.0321), spread: [1.01, 1.2], beside: ["fetch 1.00, undici 1.43"] },
      row("second", { atLeast: 10 }, 7.26),
      { ...row("third", { atMost: 160 }, Number.NaN, "MB"), beside: ["the server went away"] },
    ]),
  ).toEqual([
    "row     what            goal      figure  middle half  verdict",
    "first   what first is   ≤ 1.10 ×  1.03 ×  1.01–1.20    met",
    "    fetch 1.00, undici 1.43",
    "second  what second is  ≥ 10 ×    7.26 ×               short",
    "third   what third is   ≤ 160 MB  none                 failed",
    "    the server went away",
  ]);
});

it("the command rejects a name that is neither a row nor a group", async () => {
  const { code, stderr } = await askCommand(join(ROOT, "tools/bench/src/cli.ts"), "--only", "walks,tow");
  expect([code, stderr.split("\n")[0]]).toEqual([2, "There is no row or group tow."]);
});
