import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { measureGroups } from "../src/measure-groups.ts";
import { isMet, tableOf } from "../src/print.ts";
import type { Group, Row } from "../src/row.ts";

const row = (name: string, goal: Row["goal"], unit = "×"): Row => ({ name, what: `what ${name} is`, unit, goal });
const rows = [row("one", { atMost: 1 }), row("two", { atMost: 1 })];

function run(measure: Group["measure"], only?: string): ReturnType<typeof measureGroups> {
  return measureGroups([{ name: "group", rows, measure }], { stage: "", quick: true, wants: (name) => only === undefined || name === only });
}

describe("the rows of a group", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
  afterEach(() => vi.restoreAllMocks());

  it("are measured if they are wanted, and the group learns which these are", async () => {
    const wanted: boolean[] = [];
    const measure: Group["measure"] = ({ wants }) => {
      wanted.push(wants("one"), wants("two"));
      return Promise.resolve({ two: { figure: 2 } });
    };
    expect(await run(measure, "two")).toEqual([{ ...rows[1], figure: 2 }]);
    expect(wanted).toEqual([false, true]);
  });

  it("are all measured if the group is wanted, and none if nothing of it is", async () => {
    const measure: Group["measure"] = () => Promise.resolve({ one: { figure: 1 }, two: { figure: 2 } });
    expect((await run(measure, "group")).map(({ name }) => name)).toEqual(["one", "two"]);
    expect(await run(measure, "another")).toEqual([]);
  });

  it("fail with the reason if the group breaks, and if it forgets one", async () => {
    const broken = await run(() => Promise.reject(new Error("the server went away")));
    expect(broken.map(({ beside }) => beside)).toEqual([["the server went away"], ["the server went away"]]);
    const [, forgotten] = await run(() => Promise.resolve({ one: { figure: 1 } }));
    expect(forgotten).toEqual({ ...rows[1], figure: Number.NaN, beside: ["it was not measured"] });
  });
});

it.each([
  ["at the goal itself", 1.05, true, true],
  ["beyond it, however little", 1.0500001, false, true],
  ["below it, however little", 1.0499999, true, false],
  ["without a figure", Number.NaN, false, false],
])("a goal is met or missed %s", (_when, figure, atMost, atLeast) => {
  const isMetBy = (goal: Row["goal"]): boolean => isMet({ ...row("one", goal), figure });
  expect([isMetBy({ atMost: 1.05 }), isMetBy({ atLeast: 1.05 })]).toEqual([atMost, atLeast]);
});

it("the table has a line for each row with its goal, its figure and the verdict, and its notes below it", () => {
  expect(
    tableOf([
      { ...row("first", { atMost: 1.1 }), figure: 1.0321, spread: [1.01, 1.2], beside: ["fetch 1.00, ky 1.43"] },
      { ...row("second", { atLeast: 10 }), figure: 7.26 },
      { ...row("third", { atMost: 160 }, "MB"), figure: Number.NaN, beside: ["the server went away"] },
    ]),
  ).toEqual([
    "row     what            goal      figure  middle half  verdict",
    "first   what first is   ≤ 1.10 ×  1.03 ×  1.01–1.20    met",
    "    fetch 1.00, ky 1.43",
    "second  what second is  ≥ 10 ×    7.26 ×               short",
    "third   what third is   ≤ 160 MB  none                 failed",
    "    the server went away",
  ]);
});

it("the command refuses a name that is neither a row nor a group", async () => {
  const { code, stderr } = await askCommand(join(ROOT, "tools/bench/src/cli.ts"), "--only", "walks,tow");
  expect([code, stderr.split("\n")[0]]).toEqual([2, "There is no row or group tow."]);
});
