import { fileURLToPath } from "node:url";
import { startVitest, type TestCase } from "vitest/node";

/** What a test tells beside passing. */
declare module "vitest" {
  interface TaskMeta {
    /** The figures that it found. */
    figure?: string;
    /** How many events were sent and never came. */
    lost?: number;
  }
}

/** Which tests of a suite are run. */
export interface Choice {
  readonly suite: "faults" | "kill";
  readonly files: readonly string[];
  /** Matches the names of the tests, with those of their groups before them. */
  readonly names: RegExp;
  readonly projects?: readonly string[];
}

/** A run. */
export interface Run {
  readonly tests: readonly TestCase[];
  /** What failed outside of every test: a file that does not load, an error that nobody handled. */
  readonly broken: readonly string[];
}

/** Runs tests with Vitest and prints nothing. */
export async function runTests({ suite, files, names, projects }: Choice): Promise<Run> {
  const config = fileURLToPath(new URL(`../test/${suite}/vitest.config.ts`, import.meta.url));
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
  // Vitest sets it for a failed test; the command has an exit code of its own.
  process.exitCode = 0;
  return { tests, broken };
}

/** The name of a test with those of its groups, as `testNamePattern` sees it. */
export function nameOf(test: TestCase): string {
  return test.fullName.replaceAll(" > ", " ");
}

/** Why a test failed, a line each. */
export function problemsOf(test: TestCase): string[] {
  return (test.result().errors ?? []).map(({ message }) => `${test.project.name}: ${test.name}: ${message.split("\n").slice(0, 6).join(" ").slice(0, 600)}`);
}
