import type { Copy } from "./copy.ts";
import type { Group } from "./groups.ts";
import { nearestTests, type PlacedFault, plantedSource, testsOf } from "./place.ts";
import { runTests, type Verdict } from "./run-tests.ts";

const NEAREST_LIMIT_MS = 120_000;
const ALL_LIMIT_MS = 900_000;

/** Judges faults: the nearest tests first, all tests of the package if these pass. */
export function createJudge({ root, withContent }: Copy): (fault: PlacedFault) => Promise<Verdict> {
  const checked = new Set<string>();

  /** Tests that fail by themselves would find every fault. */
  async function expectGreen(tests: readonly string[], limitMs: number): Promise<void> {
    const unchecked = tests.filter((test) => !checked.has(test));
    const verdict = await runTests(root, unchecked, limitMs);
    if (verdict.outcome !== "passed") throw new Error(`without a fault the tests must pass; ${verdict.outcome}: ${verdict.by}`);
    for (const test of unchecked) checked.add(test);
  }

  async function judge(fault: PlacedFault, tests: readonly string[], limitMs: number): Promise<Verdict> {
    await expectGreen(tests, limitMs);
    const verdict = await withContent(fault.path, plantedSource(root, fault), () => runTests(root, tests, limitMs));
    if (verdict.outcome !== "late") return verdict;
    // The machine may be busy: then the tests are late without the fault, too.
    for (const test of tests) checked.delete(test);
    await expectGreen(tests, limitMs);
    return verdict;
  }

  return async (fault) => {
    const nearest = nearestTests(root, fault);
    const verdict = await judge(fault, nearest, NEAREST_LIMIT_MS);
    return verdict.outcome === "passed" ? judge(fault, others(root, fault.group, nearest), ALL_LIMIT_MS) : verdict;
  };
}

function others(root: string, group: Group, nearest: readonly string[]): readonly string[] {
  return testsOf(root, group).filter((test) => !nearest.includes(test));
}
