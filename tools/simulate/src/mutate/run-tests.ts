import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/** The result of a test run: `failed` by an assertion or an error, `late` by a timeout only, `broken` if the run says nothing about the tests. */
export interface Verdict {
  readonly outcome: "passed" | "failed" | "late" | "broken";
  /** The first test that failed, with its error; empty if none did. */
  readonly by: string;
}

const PASSED: Verdict = { outcome: "passed", by: "" };

/** The parts of vitest's JSON report that are read. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] }[];
  }[];
}

// A fault that breaks an import or a name says nothing about the tests.
const BROKEN = /SyntaxError|Transform failed|Failed to (resolve|load)|ReferenceError/;
// vitest reports the initial stack of a test that timed out, and nothing for a hook.
const LATE = /^$|^Error: STACK_TRACE_ERROR/;

/**
 * Runs tests of a copy until the first one fails.
 *
 * @param tests Files, relative to the root of the copy. Without files, the run passes.
 * @param limitMs After this time the run counts as late, because a fault may cause an endless loop.
 */
export async function runTests(root: string, tests: readonly string[], limitMs: number): Promise<Verdict> {
  if (tests.length === 0) return PASSED;
  const report = join(root, "mutate-report.json");
  await rm(report, { force: true });
  // Longer than vitest's five seconds, because a busy machine must not count as a failing test.
  const limits = ["--testTimeout=30000", "--hookTimeout=60000"];
  const reports = ["--reporter=dot", "--reporter=json", `--outputFile.json=${report}`];
  const { code, output } = await vitest(root, ["run", ...tests, "--bail=1", ...limits, ...reports], limitMs);
  if (code === undefined) return { outcome: "late", by: `no end within ${limitMs / 1000} s` };
  const text = await readFile(report, "utf8").catch(() => undefined);
  if (text === undefined) return { outcome: "broken", by: output.slice(-2000) };
  return verdictOf(JSON.parse(text) as Report, code, output);
}

/** Returns how a run of vitest with a report, an exit code and an output ended. */
export function verdictOf({ testResults }: Report, code: number, output: string): Verdict {
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === "failed")
      .map(({ fullName, failureMessages }) => ({ by: fullName, message: failureMessages.join("\n") }));
    return failed.length === 0 && status === "failed" ? [{ by: name, message }] : failed;
  });
  const [first] = failures;
  const found = failures.find(({ message }) => !LATE.test(message));
  if (found !== undefined) return { outcome: BROKEN.test(found.message) ? "broken" : "failed", by: `${found.by}: ${found.message.split("\n", 1)[0]}` };
  if (first !== undefined) return { outcome: "late", by: first.by };
  if (code === 0) return PASSED;
  // An unhandled rejection fails the run, but no test.
  return { outcome: testResults.length > 0 && /Unhandled/.test(output) ? "failed" : "broken", by: output.slice(-2000) };
}

/** Runs vitest in a separate process group, which ends with it. Returns no code after the limit. */
async function vitest(cwd: string, args: readonly string[], limitMs: number): Promise<{ readonly code: number | undefined; readonly output: string }> {
  const env = { ...process.env, CI: "1", NO_COLOR: "1" };
  const child = spawn(process.execPath, [join(cwd, "node_modules/vitest/vitest.mjs"), ...args], { cwd, detached: true, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const kill = (): boolean => process.kill(-Number(child.pid), "SIGKILL");
  process.once("exit", kill);
  const limit = AbortSignal.timeout(limitMs);
  try {
    const [code] = (await once(child, "close", { signal: limit })) as [number | null];
    return { code: code ?? 1, output };
  } catch (error) {
    if (!limit.aborted) throw error;
    kill();
    return { code: undefined, output };
  } finally {
    process.off("exit", kill);
  }
}
