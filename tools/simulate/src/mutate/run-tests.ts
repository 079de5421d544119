import { spawn } from "node:child_process";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { endProcess, endProcessesIn } from "./end-processes.ts";

/** The result of a test run. */
export interface Verdict {
  /** `found` if a test fails or is late, `broken` if the run says nothing about the tests. */
  readonly outcome: "passed" | "found" | "broken";
  /** The first test that failed, with its error; empty if none did. */
  readonly by: string;
  /** The file of that test, or all that ran. */
  readonly tests: readonly string[];
  /** The name of that test, with those of its groups before; absent if it is not known. */
  readonly name?: string | undefined;
}

/**
 * Runs tests until the first one fails. All that they start ends with them, and with this process.
 *
 * @param root A copy of the repository, whose parent folder is for it and what the tests write.
 * @param tests Files, relative to the root. Without files, the run passes.
 * @param limitMs After this time the run is late, because a fault may cause an endless loop.
 * @param name Runs only the test with this name. Default: all.
 */
export async function runTests(root: string, tests: readonly string[], limitMs: number, name?: string): Promise<Verdict> {
  if (tests.length === 0) return verdictOf(tests, 0, "");
  // Shorter than the limits of the tests, because a fault can make one wait for good.
  const limits = ["--testTimeout=60000", "--hookTimeout=60000"];
  const only = name === undefined ? [] : ["-t", patternOf(name)];
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...tests, "--bail=1", "--reporter=dot", ...limits, ...only];
  const folder = dirname(root);
  const env = { ...process.env, CI: "1", NO_COLOR: "1", HUNG_AFTER_SECONDS: "60", TMPDIR: folder };
  const child = spawn(process.execPath, args, { cwd: root, detached: true, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const end = (): void => {
    endProcess(-Number(child.pid));
    endProcessesIn(folder);
  };
  // Before the copy is removed, in which they write.
  process.prependOnceListener("exit", end);
  // What left the group can have the pipes, whose end the run waits for, but not after its limit.
  child.once("exit", end);
  const [code] = (await once(child, "close", { signal: AbortSignal.timeout(limitMs) }).catch(() => {
    output += `\nError: the run timed out in ${limitMs}ms`;
    end();
    return [null];
  })) as [number | null];
  process.off("exit", end);
  return verdictOf(tests, code, output);
}

/** Returns how a run of vitest with some tests ended, by its exit code and its output. */
export function verdictOf(tests: readonly string[], code: number | null, output: string): Verdict {
  if (code === 0) return { outcome: "passed", by: "", tests };
  const [, file = "", test, error = ""] = / FAIL {2}\|[^|]+\| (\S+)(.*)\n(?: FAIL .*\n)*(.*)/.exec(output) ?? [];
  // A run that is killed prints no tests, and an unhandled rejection fails no test.
  const by =
    file === ""
      ? (/^Error: the run timed out.*|^FAIL .*: no turn of the event loop.*|Unhandled (?:Rejection|Error)[^\w]*\n.*/m.exec(output)?.[0] ?? "")
      : `${file}${test}: ${error}`;
  // A fault that breaks an import or a name says nothing about the tests.
  const isBroken = by === "" || /^SyntaxError|Transform failed|Failed to (resolve|load)|^ReferenceError/.test(error);
  const failed = tests.filter((each) => file !== "" && each.endsWith(file));
  const name = test?.startsWith(" > ") ? test.slice(3) : undefined;
  return { outcome: isBroken ? "broken" : "found", by: by || output.slice(-2000), tests: failed.length > 0 ? failed : tests, name };
}

/** Vitest joins the names of groups and of a test by spaces, and prints them with ` > ` between. */
export function patternOf(name: string): string {
  return `^${name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&").replaceAll(" > ", "( > | )")}$`;
}
