import { describe, expect, it } from "vitest";
import { countOutcomes, type Outcome } from "./counts.ts";

const outcomes = (count: number, state: string, note?: string): readonly Outcome[] => Array.from({ length: count }, () => ({ state, note }));
const enough = [...outcomes(95, "passed"), ...outcomes(5, "skipped", "refused: x"), ...outcomes(50, "skipped", "not applicable: y")];

describe("the counts of scenarios", () => {
  it("have a number for each result, without tests that were not chosen", () => {
    const { line } = countOutcomes([...enough, ...outcomes(2, "failed"), ...outcomes(7, "skipped")]);
    expect(line).toBe("95 of 102 applicable scenarios passed, 5 refused in words, 2 wrong, 50 not applicable");
  });

  it("are enough if 95 % of the applicable scenarios passed", () => {
    expect(countOutcomes(enough).isEnough).toBe(true);
    expect(countOutcomes([...enough, ...outcomes(1, "skipped", "refused: x")]).isEnough).toBe(false);
  });
});
