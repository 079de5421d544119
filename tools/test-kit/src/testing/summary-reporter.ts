import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Ends a run with counts. A file that does not load or an error outside of tests is a failure. */
export default class SummaryReporter implements Reporter {
  readonly #counts = { passed: 0, failed: 0, skipped: 0 };

  onInit(): void {
    process.once("exit", (code) => {
      const { passed, failed, skipped } = this.#counts;
      if (!process.env["CONFORMANCE_VECTORS"]) console.log("CONFORMANCE_VECTORS names no folder: the public conformance vectors were left out");
      console.log(`${passed} passed, ${failed === 0 && code !== 0 ? 1 : failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    });
  }

  // Not at the end of the run, so that one that is interrupted counts what passed.
  onTestCaseResult(test: TestCase): void {
    const { state } = test.result();
    this.#counts[state === "passed" || state === "failed" ? state : "skipped"] += 1;
  }

  onTestModuleEnd(module: TestModule): void {
    const states = [...module.children.allTests()].map((test) => test.result().state);
    if (module.state() === "failed" && !states.includes("failed")) this.#counts.failed += 1;
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly unknown[]): void {
    this.#counts.failed += errors.length;
  }
}
