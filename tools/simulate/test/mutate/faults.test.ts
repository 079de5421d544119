import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { nearestTests, packageFaults, plantedSource } from "../../src/mutate/place.ts";

const root = join(import.meta.dirname, "../../../..");

describe("the list of faults", () => {
  it("has at least a hundred, each with an id of its own", () => {
    expect(packageFaults.length).toBeGreaterThanOrEqual(100);
    expect(new Set(packageFaults.map(({ id }) => id)).size).toBe(packageFaults.length);
  });

  it("has places that are in their file exactly once, and what it plants can be parsed", async () => {
    const parsed = await Promise.all(packageFaults.map((fault) => transform(plantedSource(root, fault), { loader: "ts", sourcefile: fault.id })));
    expect(parsed).toHaveLength(packageFaults.length);
  });

  it("says of each what a user would lose, in a sentence", () => {
    expect(packageFaults.filter(({ loss = "" }) => !/^[`A-Z\d-].*\.$/.test(loss)).map(({ id }) => id)).toEqual([]);
  });
});

describe("a place", () => {
  const fault = { id: "moved", file: "packages/core/src/lib/retry.ts", from: "what no source has", to: "" };

  it.each([
    ["that is not there any more", fault, "packages/core/src/lib/retry.ts must have the place of moved exactly once, but has it 0 times"],
    ["in a file that is not there any more", { ...fault, file: "packages/core/src/lib/gone.ts" }, "moved: there is no file packages/core/src/lib/gone.ts"],
  ])("%s is named", (_what, given, message) => {
    expect(() => plantedSource(root, given)).toThrow(message);
  });
});

describe("the nearest tests of a fault", () => {
  const nearest = (id: string): readonly string[] => packageFaults.filter((fault) => fault.id === id).flatMap((fault) => nearestTests(root, fault));

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
