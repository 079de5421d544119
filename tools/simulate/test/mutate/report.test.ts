import { expect, it } from "vitest";
import { isEnough, type Judged, reportLines } from "../../src/mutate/report.ts";
import type { Verdict } from "../../src/mutate/run-tests.ts";

const judged = (id: string, outcome: Verdict["outcome"]): Judged => ({
  fault: { id, file: "packages/core/src/a.ts", from: "a", to: "b", loss: "An event is lost." },
  verdict: { outcome, by: "a test" },
});
const found = Array.from({ length: 19 }, (_unused, index) => judged(`core-${index}`, "failed"));

it("counts what was found, also by time alone, and names what survived", () => {
  expect(reportLines([judged("core-a", "failed"), judged("core-b", "late"), judged("core-c", "passed")])).toEqual([
    "survived core-c in packages/core/src/a.ts: An event is lost.",
    "3 faults, 2 found",
  ]);
});

it("is content with 95 of 100 of all", () => {
  expect(isEnough([...found, judged("core-c", "passed")], true)).toBe(true);
  expect(isEnough([...found.slice(1), judged("core-c", "passed")], true)).toBe(false);
});

it("wants each of those that were chosen", () => {
  expect(isEnough(found, false)).toBe(true);
  expect(isEnough([...found, judged("core-c", "passed")], false)).toBe(false);
});

it("is never content with a fault that could not be planted", () => {
  expect(isEnough([...found, judged("core-c", "broken")], true)).toBe(false);
});
