import { describe, expect, it } from "vitest";
import { median, pairedRatios, quantile, shuffled, spread, summary } from "../src/statistics.ts";

describe("the statistics of a run", () => {
  it("take the middle value, and between two the mean", () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 3, 2])).toBe(2.5);
    expect(median([7])).toBe(7);
  });

  it("have no figure where nothing was measured", () => {
    expect(median([])).toBeNaN();
    expect(spread([])).toEqual([Number.NaN, Number.NaN]);
  });

  it("give the middle half, interpolated", () => {
    expect(spread([1, 2, 3, 4, 5])).toEqual([2, 4]);
    expect(quantile([0, 10], 0.25)).toBe(2.5);
    expect(summary([3, 1, 2])).toEqual({ figure: 2, spread: [1.5, 2.5] });
  });

  it("leave the values as they came", () => {
    const values = [3, 1, 2];
    median(values);
    shuffled(values, () => 0);
    expect(values).toEqual([3, 1, 2]);
  });

  it("compare within a round, so that a slow round changes no ratio", () => {
    expect(pairedRatios([2, 20, 200], [1, 10, 100])).toEqual([2, 2, 2]);
  });

  it("refuse to compare rounds that have no other", () => {
    expect(() => pairedRatios([1, 2], [1])).toThrow("expected equally many rounds of both clients, got 2 and 1");
  });

  it("shuffle every value once, and not always alike", () => {
    const names = ["a", "b", "c", "d", "e"];
    const orders = Array.from({ length: 200 }, () => shuffled(names).join(""));
    for (const order of orders) expect([...order].sort().join("")).toBe("abcde");
    expect(new Set(orders.map((order) => order[0])).size).toBe(5);
  });
});
