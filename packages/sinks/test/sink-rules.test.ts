import { describe, expect, it } from "vitest";
import { sinkRules } from "../src/sink-rules.ts";
import { memoryTarget, type Mistake } from "./memory-trial.ts";

const RULES = sinkRules({ once: true, ordered: true });

describe("a sink of a target in memory", () => {
  for (const { rule, check } of RULES)
    it(rule, async () => {
      expect(await check(async () => memoryTarget())).toMatchObject({ lost: 0, doubled: 0 });
    });

  for (const { rule, check } of sinkRules({ once: true, ordered: false }))
    it(`with 4 parts in flight: ${rule}`, async () => {
      expect(await check(async () => memoryTarget(undefined, { inFlight: 4, maxEvents: 3 }))).toMatchObject({ lost: 0, doubled: 0 });
    });
});

describe("the rules", () => {
  it.each<[Mistake, RegExp, number]>([
    ["forgets-half", /\d+ of them are lost/, 2],
    ["reverses", /expected event 0 at its place; got event 9/, 5],
    ["keeps-doubles", /expected each event once; got \d+ a second time/, 3],
    ["changes", /expected event 0 as it was sent; got \{.*e 😀/, 10],
    ["hides-poison", /expected the dead letters to be/, 2],
  ])("find a target that %s", async (mistake, message, least) => {
    const found = await Promise.all(
      RULES.map(({ check }) =>
        check(async () => memoryTarget(mistake)).then(
          () => "",
          (error: unknown) => String(error),
        ),
      ),
    );
    expect(found.filter((text) => message.test(text)).length, found.join("\n")).toBeGreaterThan(0);
    expect(found.filter((text) => text !== "").length).toBeGreaterThanOrEqual(least);
  });

  it("find a sink that doubles only if it promises not to", async () => {
    const lax = sinkRules({ once: false, ordered: true });
    const figures = await Promise.all(lax.map(({ check }) => check(async () => memoryTarget("keeps-doubles"))));
    expect(figures.reduce((sum, { doubled }) => sum + doubled, 0)).toBeGreaterThan(0);
    expect(figures.every(({ lost }) => lost === 0)).toBe(true);
  });

  it("find a sink that doubles after a crash and promises once by position, and leave the stream's own repeats to it", async () => {
    const byPosition = sinkRules({ once: "by-position", ordered: true });
    const results = await Promise.allSettled(byPosition.map(({ check }) => check(async () => memoryTarget("keeps-doubles"))));
    expect(results.filter(({ status }) => status === "rejected").length).toBeGreaterThanOrEqual(2);
    expect(byPosition.length).toBe(RULES.length - 1);
  });
});
