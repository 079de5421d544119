import { expect, it } from "vitest";
import { compare, interleave, median, pairedRatios, summary } from "../src/measure/rounds.ts";

it("rounds run each once, in changing order, and leave the warm-up out", async () => {
  const order: string[] = [];
  const values = await interleave(["a", "b", "c"], 20, (name) => {
    order.push(name);
    return Promise.resolve(order.length);
  });
  const rounds = Array.from({ length: 21 }, (_all, round) => order.slice(round * 3, round * 3 + 3).join(""));
  for (const round of rounds) expect([...round].sort().join("")).toBe("abc");
  expect(new Set(rounds).size).toBeGreaterThan(1);
  expect([values.a, values.b, values.c].map((all) => all.length)).toEqual([20, 20, 20]);
  // Three came before them, in the round that does not count.
  expect(Math.min(...values.a, ...values.b, ...values.c)).toBe(4);
});

it("the figure is the middle value, and between two the mean; its middle half is interpolated", () => {
  const values = [9, 1, 5];
  expect(median(values)).toBe(5);
  expect(values).toEqual([9, 1, 5]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([])).toBeNaN();
  expect(summary([3, 1, 2])).toEqual({ figure: 2, spread: [1.5, 2.5], beside: [] });
});

it("ratios are taken within a round, so that a slow round changes none", () => {
  expect(pairedRatios([2, 20, 200], [1, 10, 100])).toEqual([2, 2, 2]);
});

it("a comparison is the ratio of the first to the second, with the medians of all", async () => {
  const times = { ours: 3, theirs: 2, another: 10.06 };
  const measured = await compare(["ours", "theirs", "another"], { rounds: 3, unit: "ms" }, (name) => Promise.resolve(times[name]));
  expect(measured).toEqual({ figure: 1.5, spread: [1.5, 1.5], beside: ["ours 3, theirs 2, another 10.1 ms"] });
});
