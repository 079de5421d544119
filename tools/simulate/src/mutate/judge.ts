import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Fault, plant } from "./read-faults.ts";
import { nearestTests } from "./nearest-tests.ts";
import { runTests, type Verdict } from "./run-tests.ts";

/** What no test needs, and folders such as `.program-1`, which running tests make and remove. */
const LEFT_OUT = /^(\.git|\.turbo|\.cache|dist|\.[a-z]+-[^.]+)$/;
const NEAREST_LIMIT_MS = 300_000;
const OTHERS_LIMIT_MS = 900_000;

/** Returns a function that judges faults in a copy: by the nearest tests, then by the others. */
export async function createJudge(root: string): Promise<(fault: Fault) => Promise<Verdict>> {
  const copy = await mkdtemp(join(tmpdir(), "keywright-mutate-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  const installed = join(root, "node_modules");
  await cp(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => path !== installed && !LEFT_OUT.test(basename(path)) });
  await symlink(installed, join(copy, "node_modules"));
  const green = new Set<string>();

  async function runWith(fault: Fault, tests: readonly string[], limitMs: number): Promise<Verdict> {
    const file = join(copy, fault.file);
    const source = await readFile(file, "utf8");
    await writeFile(file, plant(source, fault));
    try {
      const verdict = await runTests(copy, tests, limitMs);
      // With --bail, Vitest may end before it has reported a failure, so a broken run is repeated.
      return verdict.outcome === "broken" ? await runTests(copy, tests, limitMs) : verdict;
    } finally {
      await writeFile(file, source);
    }
  }

  return async (fault) => {
    const [nearest, others] = nearestTests(copy, fault);
    const verdict = await runWith(fault, nearest, NEAREST_LIMIT_MS);
    const last = verdict.outcome === "passed" ? await runWith(fault, others, OTHERS_LIMIT_MS) : verdict;
    if (last.outcome !== "found") return last;
    // Tests that fail without the fault would find every fault.
    const unproven = last.tests.filter((test) => last.isLate || !green.has(test));
    const { outcome, by } = await runTests(copy, unproven, OTHERS_LIMIT_MS);
    if (outcome !== "passed") return { ...last, outcome: "broken", by: `without the fault: ${by}` };
    for (const test of unproven) green.add(test);
    return last;
  };
}
