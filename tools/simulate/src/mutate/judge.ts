import type { Fault } from "../read-faults.ts";
import type { Copy } from "./copy.ts";
import { nearestTests, plantedSource, testsOf } from "./place.ts";
import { runTests, type Verdict } from "./run-tests.ts";

const NEAREST_LIMIT_MS = 300_000;
const ALL_LIMIT_MS = 900_000;

/** Returns a function that judges faults: with the nearest tests first, and if these pass, with the others of the package. */
export function createJudge({ root, withContent }: Copy): (fault: Fault) => Promise<Verdict> {
  const green = new Set<string>();

  async function judge(fault: Fault, tests: readonly string[], limitMs: number): Promise<Verdict> {
    const first = await withoutFault(tests, limitMs);
    if (first.outcome !== "passed") return first;
    const verdict = await withContent(fault.file, plantedSource(root, fault), () => runTests(root, tests, limitMs));
    if (verdict.outcome !== "late") return verdict;
    // On a busy machine, tests may be late without the fault, too.
    for (const test of tests) green.delete(test);
    const again = await withoutFault(tests, limitMs);
    return again.outcome === "passed" ? verdict : again;
  }

  /** Runs tests without the fault, because tests that always fail would find every fault. */
  async function withoutFault(tests: readonly string[], limitMs: number): Promise<Verdict> {
    const unchecked = tests.filter((test) => !green.has(test));
    const { outcome, by } = await runTests(root, unchecked, limitMs);
    if (outcome !== "passed") return { outcome: "broken", by: `without the fault: ${by}` };
    for (const test of unchecked) green.add(test);
    return { outcome, by };
  }

  return async (fault) => {
    const nearest = nearestTests(root, fault);
    const verdict = await judge(fault, nearest, NEAREST_LIMIT_MS);
    if (verdict.outcome !== "passed") return verdict;
    const others = testsOf(root, fault).filter((test) => !nearest.includes(test));
    return judge(fault, others, ALL_LIMIT_MS);
  };
}
