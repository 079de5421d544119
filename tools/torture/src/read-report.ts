import { readFileSync } from "node:fs";
import { relative } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";

/** The result of one test. */
export interface TestResult {
  /** Path relative to the root of the repository. */
  readonly file: string;
  /** The full name, which begins with those of its groups. */
  readonly name: string;
  /** Why it failed; empty if it passed. */
  readonly problems: readonly string[];
}

/** The parts of Vitest's JSON report that are read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/**
 * Reads the results of tests from a JSON report of Vitest, without those that did not run.
 *
 * @throws Error if the file is missing or is no such report.
 */
export function readReport(path: string): readonly TestResult[] {
  return parse(path).testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed" || status === "failed")
      .map(({ fullName, status, failureMessages }) => ({
        file: relative(ROOT, name),
        name: fullName,
        problems: status === "passed" ? [] : [`${fullName}: ${failureMessages.join(" ").split("\n", 1)[0]}`],
      })),
  );
}

function parse(path: string): Report {
  const expected = `expected the results of tests in ${path}, got none; write them with TEST_REPORT=${path} npx pnpm test`;
  try {
    const report = JSON.parse(readFileSync(path, "utf8")) as Partial<Report>;
    if (report.testResults !== undefined) return report as Report;
  } catch (cause) {
    throw new Error(expected, { cause });
  }
  throw new Error(expected);
}
