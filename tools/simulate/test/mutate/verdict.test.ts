import { expect, it } from "vitest";
import { type Report, verdictOf } from "../../src/mutate/run-tests.ts";

const failing = (...failureMessages: readonly string[]): Report => ({
  testResults: [{ name: "a.test.ts", status: "failed", message: "", assertionResults: [{ status: "failed", fullName: "a test", failureMessages }] }],
});
const passing: Report = { testResults: [{ name: "a.test.ts", status: "passed", message: "", assertionResults: [] }] };
const unloaded = (message: string): Report => ({ testResults: [{ name: "a.test.ts", status: "failed", message, assertionResults: [] }] });

it.each([
  [
    "a fault that a test finds",
    failing("AssertionError: expected 1 to be 2\n at a.test.ts"),
    1,
    "",
    { outcome: "failed", by: "a test: AssertionError: expected 1 to be 2" },
  ],
  ["a fault that makes tests wait", failing("Error: STACK_TRACE_ERROR\n at a.test.ts"), 1, "", { outcome: "late", by: "a test" }],
  ["a fault that no test finds", passing, 0, "", { outcome: "passed", by: "" }],
  ["a fault that ends the program", passing, 1, "Unhandled Rejection", { outcome: "failed", by: "Unhandled Rejection" }],
  ["a runner that fails", passing, 1, "out of memory", { outcome: "broken", by: "out of memory" }],
  ["a setup that fails", unloaded("Error: no token"), 1, "", { outcome: "failed", by: "a.test.ts: Error: no token" }],
  [
    "a source that cannot be loaded",
    unloaded("Error: Transform failed with 1 error"),
    1,
    "",
    { outcome: "broken", by: "a.test.ts: Error: Transform failed with 1 error" },
  ],
] as const)("tells %s", (_what, report, code, output, verdict) => {
  expect(verdictOf(report, code, output)).toEqual(verdict);
});
