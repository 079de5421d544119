import { rmSync } from "node:fs";
import { cp, mkdtemp, readFile, realpath, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Fault, plant } from "./read-faults.ts";
import { nearestTests } from "./nearest-tests.ts";
import { runTests, type Verdict } from "./run-tests.ts";

/** Runs tests, or only one of them. */
export type Run = (tests: readonly string[], name?: string) => Promise<Verdict>;

/** What the tests say about a fault. */
export interface Judgement extends Pick<Verdict, "by" | "tests"> {
  /** `by luck` if a test failed that does not fail again, so that nothing protects the file. */
  readonly outcome: Verdict["outcome"] | "by luck";
}

/** What no test needs, and folders such as `.program-1`, which running tests make and remove. */
const LEFT_OUT = /^(\.git|\.turbo|\.cache|dist|\.[a-z]+-[^.]+)$/;
const NEAREST_LIMIT_MS = 300_000;
const OTHERS_LIMIT_MS = 900_000;
/** Failures by luck in a row after which tests are not run again. */
const MAX_LUCK = 3;

/** Returns a function that judges faults in a copy: by the nearest tests, then by the others. */
export async function createJudge(root: string): Promise<(fault: Fault) => Promise<Judgement>> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "keywright-mutate-")));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const copy = join(folder, "repository");
  const installed = join(root, "node_modules");
  await cp(root, copy, { recursive: true, verbatimSymlinks: true, filter: (path) => path !== installed && !LEFT_OUT.test(basename(path)) });
  await symlink(installed, join(copy, "node_modules"));
  const green = new Set<string>();

  const plain: Run = async (tests, name) => {
    const key = JSON.stringify([tests, name]);
    if (green.has(key)) return { outcome: "passed", by: "", tests };
    const verdict = await runTests(copy, tests, OTHERS_LIMIT_MS, name);
    if (verdict.outcome === "passed") green.add(key);
    return verdict;
  };

  return async (fault) => {
    const planted =
      (limitMs: number): Run =>
      async (tests, name) => {
        const file = join(copy, fault.file);
        const source = await readFile(file, "utf8");
        await writeFile(file, plant(source, fault));
        try {
          const verdict = await runTests(copy, tests, limitMs, name);
          // With --bail, Vitest may end before it reports a failure: a broken run is repeated.
          return verdict.outcome === "broken" ? await runTests(copy, tests, limitMs, name) : verdict;
        } finally {
          await writeFile(file, source);
        }
      };
    const [nearest, others] = nearestTests(copy, fault);
    const first = await judgeWith(planted(NEAREST_LIMIT_MS), plain, nearest);
    if (first.outcome === "found" || first.outcome === "broken") return first;
    const last = await judgeWith(planted(OTHERS_LIMIT_MS), plain, others);
    return last.outcome === "passed" ? first : last;
  };
}

/**
 * Judges a fault by some tests. It is found if one fails, alone fails again, and passes without it.
 *
 * @param planted Runs tests with the fault.
 * @param plain Runs tests without it.
 */
export async function judgeWith(planted: Run, plain: Run, tests: readonly string[]): Promise<Judgement> {
  let lucky: Verdict | undefined;
  for (let tries = 0; tries < MAX_LUCK; tries += 1) {
    const verdict = await planted(tests);
    if (verdict.outcome === "broken") return verdict;
    if (verdict.outcome === "passed") break;
    const without = await plain(verdict.tests, verdict.name);
    // A test that fails without the fault, too, would find every fault.
    if (without.outcome !== "passed") return { ...verdict, outcome: "broken", by: `without the fault: ${without.by}` };
    if ((await planted(verdict.tests, verdict.name)).outcome === "found") return verdict;
    lucky = verdict;
  }
  return lucky === undefined ? { outcome: "passed", by: "", tests } : { ...lucky, outcome: "by luck" };
}
