import type { Reporter, TestModule } from "vitest/node";

/** Ends a run with one line of true counts: a file that does not load counts as a failure, and so does an error outside of any test. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0 };
    for (const module of modules) {
      const states = [...module.children.allTests()].map((test) => test.result().state);
      if (module.state() === "failed" && !states.includes("failed")) counts.failed += 1;
      for (const state of states) counts[state === "passed" || state === "failed" ? state : "skipped"] += 1;
    }
    process.once("exit", () => {
      if (!process.env["CONFORMANCE_VECTORS"]) console.log("CONFORMANCE_VECTORS names no folder: the public conformance vectors were left out");
      console.log(`${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}`);
    });
  }
}
