import { describe, expect, it } from "vitest";
import { demandedStep, stepBetween } from "../../src/release/step.ts";

describe("the step between two versions", () => {
  it.each([
    ["1.2.3", "1.2.3", "none"],
    ["1.2.3", "1.2.4", "patch"],
    ["1.2.3", "1.3.0", "minor"],
    ["1.2.3", "2.0.0", "major"],
    ["0.1.0", "0.2.0-next.0", "minor"],
    ["1.2.3", "2.0.0-next.4", "major"],
    ["0.1.0", "1.0.0", "major"],
  ])("from %s to %s is %s", (from, to, step) => {
    expect(stepBetween(from, to)).toBe(step);
  });

  it("is an error if one is none", () => {
    expect(() => stepBetween("1.2.3", "1.3")).toThrow("1.3");
  });
});

describe("what a change demands", () => {
  it("is its level from 1.0.0 on, and at most minor below it", () => {
    expect(demandedStep("major", "1.0.0")).toBe("major");
    expect(demandedStep("major", "0.4.2")).toBe("minor");
    expect(demandedStep("patch", "0.4.2")).toBe("patch");
  });
});
