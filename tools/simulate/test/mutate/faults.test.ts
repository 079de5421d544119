import { readFileSync } from "node:fs";
import { join } from "node:path";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { nearestTests, otherPackages, packageFaults } from "../../src/mutate/nearest-tests.ts";
import { plant, readFaults } from "../../src/mutate/read-faults.ts";

const root = join(import.meta.dirname, "../../../..");

describe.each([
  { list: "of the packages", faults: packageFaults },
  { list: "of the worlds", faults: readFaults("worlds").map((fault) => ({ loss: "None is named.", ...fault })) },
])("the list of faults $list", ({ faults }) => {
  it("has an id of its own for each", () => {
    expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  });

  it("says of each where it is, what replaces it, and what a user would lose, in a sentence", () => {
    for (const fault of faults) {
      const { id, loss, tests = [], ...place } = fault;
      expect(place, id).toEqual({ file: expect.any(String), from: expect.stringMatching(/./), to: expect.any(String) });
      expect(loss, id).toMatch(/^[`A-Z\d-].*\.$/);
      expect(tests, id).toBeInstanceOf(Array);
    }
  });

  it("has places that are in their file exactly once, and what it plants can be parsed", async () => {
    for (const fault of faults) {
      const planted = plant(readFileSync(join(root, fault.file), "utf8"), fault);
      await expect(transform(planted, { loader: "ts" }), fault.id).resolves.toBeDefined();
    }
  });
});

it("names a place that is not there any more", () => {
  const fault = { id: "moved", file: "a.ts", from: "b", to: "" };
  expect(() => plant("a", fault)).toThrow("a.ts must have the place of moved exactly once, but has it 0 times");
});

it("runs the tests with the name of the file or of its folder first, if they need no more than Node", () => {
  const nearest = (id: string): readonly string[] => packageFaults.filter((fault) => fault.id === id).flatMap((fault) => nearestTests(root, fault)[0]);
  expect(nearest("core-no-jitter")).toContain("packages/core/test/call/stages/retry.test.ts");
  expect(nearest("core-handler-attempts")).toContain("packages/core/test/feed/follow.test.ts");
  expect(nearest("core-handler-attempts")).not.toContain("packages/core/test/call/stages/retry.test.ts");
  expect(nearest("core-lease-renewed-late").filter((test) => test.includes("/postgres/"))).toEqual([]);
});

it("runs tests of other packages that a fault names, and says which packages alone find one", () => {
  const [fault] = packageFaults.filter(({ id }) => id === "core-wait-of-years");
  expect(fault && nearestTests(root, fault)[0]).toContain("packages/vault/test/cache/failures.test.ts");
  expect(fault && otherPackages(fault, ["packages/vault/test/a.test.ts", "packages/tail/test/b.test.ts"])).toEqual(["packages/vault", "packages/tail"]);
  expect(fault && otherPackages(fault, ["packages/vault/test/a.test.ts", "packages/core/test/b.test.ts"])).toEqual([]);
});

it("names only tests that there are", () => {
  const missing = packageFaults.flatMap((fault) =>
    (fault.tests ?? [])
      .filter(
        (name) =>
          !nearestTests(root, { ...fault, tests: [name] })[0]
            .join()
            .includes(`/${name.split("/").at(-1)}.`),
      )
      .map((name) => `${fault.id}: ${name}`),
  );
  expect(missing).toEqual([]);
});
