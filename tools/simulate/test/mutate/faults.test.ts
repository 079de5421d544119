import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { groups } from "../../src/mutate/groups.ts";
import { KNOWN_SURVIVORS } from "../../src/mutate/known-survivors.ts";
import { nearestTests, placeFaults, plantedSource } from "../../src/mutate/place.ts";

const root = join(import.meta.dirname, "../../../..");
const placed = groups(root).flatMap((group) => placeFaults(root, group));

describe("the list of faults", () => {
  it("has at least a hundred, each with an id of its own", () => {
    expect(placed.length).toBeGreaterThanOrEqual(100);
    expect(new Set(placed.map(({ id }) => id)).size).toBe(placed.length);
  });

  it("has places that are in their file exactly once, and what it plants can be parsed", async () => {
    const parsed = await Promise.all(placed.map((fault) => transform(plantedSource(root, fault), { loader: "ts", sourcefile: fault.id })));
    expect(parsed).toHaveLength(placed.length);
  });

  it("says of each what a user would lose, in a sentence", () => {
    expect(placed.filter(({ loss }) => !/^[`A-Z\d-].*\.$/.test(loss)).map(({ id }) => id)).toEqual([]);
  });

  it("has known survivors alone that are there, each with its reason", () => {
    expect(Object.keys(KNOWN_SURVIVORS).filter((id) => !placed.some((fault) => fault.id === id))).toEqual([]);
  });
});

describe("a place", () => {
  const [group] = groups(root);
  const [first] = group?.faults ?? [];
  if (group === undefined || first === undefined) throw new Error("core has no faults");

  it("that is not there any more is named", () => {
    const moved = { ...group, faults: [{ ...first, from: "what no source has" }] };
    expect(() => placeFaults(root, moved).map((fault) => plantedSource(root, fault))).toThrow(
      `the place of ${first.id} must be once in ${first.file}; it is there 0 times`,
    );
  });

  it("in a file that is not there any more is named", () => {
    expect(() => placeFaults(root, { ...group, faults: [{ ...first, file: "core/src/lib/gone.ts" }] })).toThrow(
      `${first.id}: one source must end with core/src/lib/gone.ts; there are none`,
    );
  });
});

describe("the nearest tests of a fault", () => {
  const nearest = (id: string): readonly string[] => placed.filter((fault) => fault.id === id).flatMap((fault) => nearestTests(root, fault));

  it("have the name of its file", () => {
    expect(nearest("core-no-jitter")).toContain("packages/core/test/retry.test.ts");
  });

  it("are those of its folder where none has its name", () => {
    expect(nearest("core-ids-before-save")).toContain("packages/core/test/feed/follow.test.ts");
    expect(nearest("core-ids-before-save")).not.toContain("packages/core/test/retry.test.ts");
  });

  it("need no more than Node", () => {
    expect(nearest("core-lease-renewed-late").filter((test) => test.includes("/postgres/"))).toEqual([]);
  });
});
