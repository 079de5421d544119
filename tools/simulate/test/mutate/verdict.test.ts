import { expect, it } from "vitest";
import { patternOf, verdictOf } from "../../src/mutate/run-tests.ts";

const TESTS = ["packages/core/test/a.test.ts", "packages/core/test/b.test.ts"];
const failing = (error: string): string => `xx\n\n FAIL  |packages| packages/core/test/a.test.ts > a test\n${error}\n at a.test.ts\n`;
const unloaded = (error: string): string => ` FAIL  |packages| packages/core/test/a.test.ts [ packages/core/test/a.test.ts ]\n${error}\n`;

it.each([
  [
    "a fault that a test finds",
    failing("AssertionError: expected 1 to be 2"),
    1,
    "found",
    "packages/core/test/a.test.ts > a test: AssertionError: expected 1 to be 2",
    1,
  ],
  [
    "a fault that makes tests wait",
    failing("Error: Test timed out in 5ms."),
    1,
    "found",
    "packages/core/test/a.test.ts > a test: Error: Test timed out in 5ms.",
    1,
  ],
  ["a fault in an endless loop", "·\nError: the run timed out in 5ms", null, "found", "Error: the run timed out in 5ms", 2],
  [
    "a fault that keeps the event loop from turning",
    "·\nFAIL a.test.ts > a test: no turn of the event loop for 60 s\n",
    1,
    "found",
    "FAIL a.test.ts > a test: no turn of the event loop for 60 s",
    2,
  ],
  ["a fault that no test finds", "··", 0, "passed", "", 2],
  ["a fault that ends the program", "Unhandled Rejection ⎯⎯\nError: no", 1, "found", "Unhandled Rejection ⎯⎯\nError: no", 2],
  ["a runner that fails", "out of memory", 1, "broken", "out of memory", 2],
  ["a setup that fails", unloaded("Error: no"), 1, "found", "packages/core/test/a.test.ts [ packages/core/test/a.test.ts ]: Error: no", 1],
  [
    "a source that cannot be loaded",
    unloaded("Error: Transform failed with 1 error"),
    1,
    "broken",
    "packages/core/test/a.test.ts [ packages/core/test/a.test.ts ]: Error: Transform failed with 1 error",
    1,
  ],
])("reports %s", (_what, output, code, outcome, by, tests) => {
  const name = output.includes("test.ts > a test\n") ? "a test" : undefined;
  expect(verdictOf(TESTS, code, output)).toEqual({ outcome, by, tests: TESTS.slice(0, tests), name });
});

it("selects a test by its name and those of its groups, also with signs of patterns", () => {
  const pattern = new RegExp(patternOf("a group > of (1 + 1) > a test > with a sign"));
  expect(pattern.test("a group of (1 + 1) a test > with a sign")).toBe(true);
  expect(pattern.test("a group of (1 + 1) a test > with a sign and more")).toBe(false);
});
