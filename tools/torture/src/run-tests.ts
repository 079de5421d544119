import { fileURLToPath } from "node:url";
import { startVitest, type TestCase } from "vitest/node";

/** Results that a test reports in addition to passing. */
declare module "vitest" {
  interface TaskMeta {
    /** Measured figures. */
    figure?: string;
    /** Number of events that were sent and never delivered. */
    lost?: number;
    /** Number of events that a target has more than once, although its sink promises once. */
    doubled?: number;
  }
}

const CONFIGS = {
  faults: "../../../packages/contract-tests/test/faults/vitest.config.ts",
  kill: "../../../packages/contract-tests/test/kill/vitest.config.ts",
  sinks: "../../../packages/sinks/test/servers/vitest.config.ts",
};

export interface Choice {
  readonly suite: keyof typeof CONFIGS;
  readonly files: readonly string[];
  /** Matches the full names of tests, which begin with their groups. */
  readonly names: RegExp;
  readonly projects?: readonly string[];
}

/** Runs tests with Vitest without output. Also returns errors outside of tests. */
export async function runTests({ suite, files, names, projects }: Choice) {
  const config = fileURLToPath(new URL(CONFIGS[suite], import.meta.url));
  const vitest = await startVitest("test", [...files], {
    config,
    run: true,
    watch: false,
    reporters: [{}],
    testNamePattern: names,
    passWithNoTests: true,
    ...(projects === undefined ? {} : { project: [...projects] }),
  });
  const modules = vitest.state.getTestModules();
  const broken = [
    ...modules.flatMap((module) => module.errors().map(({ message }) => `${module.relativeModuleId}: ${message}`)),
    ...vitest.state.getUnhandledErrors().map((error) => `not handled: ${(error as Error).message}`),
  ];
  const tests = modules.flatMap((module) => [...module.children.allTests()]).filter((test) => test.result().state !== "skipped");
  await vitest.close();
  // Vitest sets it if a test fails, but the command decides its own exit code.
  process.exitCode = 0;
  return { tests, broken };
}

/** Returns the full name of a test, which `testNamePattern` matches. */
export function nameOf(test: TestCase): string {
  return test.fullName.replaceAll(" > ", " ");
}

/** Returns a line for a test: its result, its time and its figures. */
export function rowOf(test: TestCase): string {
  const seconds = ((test.diagnostic()?.duration ?? 0) / 1000).toFixed(0);
  return `${test.result().state === "passed" ? "ok    " : "FAILED"} ${seconds.padStart(4)} s  ${nameOf(test).padEnd(90)}  ${test.meta().figure ?? ""}`;
}

export function problemsOf(test: TestCase): string[] {
  return (test.result().errors ?? []).map(({ message }) => `${test.project.name}: ${test.name}: ${message.split("\n").slice(0, 6).join(" ").slice(0, 600)}`);
}
