import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import type { Reporter, TestModule, TestRunEndReason, Vitest } from "vitest/node";
import { compareRules, readRules } from "./rules.ts";

/** The tests of the services' rules: those that a client can test, and those of the emulator. */
const TESTS = ["packages/conformance/test/emulators.test.ts", "packages/emulator/test/"].map((path) => join(ROOT, path));

const showRules = ({ moduleId }: { readonly moduleId: string }): boolean => TESTS.some((tests) => moduleId.startsWith(tests));

/** After all tests of the emulator: each rule of a contract needs a test that passed. */
export default class RulesReporter implements Reporter {
  #vitest: Vitest | undefined;

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  async onTestRunEnd(modules: readonly TestModule[], _errors: readonly unknown[], reason: TestRunEndReason): Promise<void> {
    const ran = modules.filter(showRules);
    if (reason === "interrupted" || !(await this.#isWhole(ran.length))) return;
    const tests = ran.flatMap((module) => [...module.children.allTests()].map((test) => ({ title: test.fullName, passed: test.result().state === "passed" })));
    const rules = readRules(ROOT);
    const findings = compareRules(rules, tests);
    for (const finding of findings) console.error(finding);
    console.log(`${rules.size} rules of the services, ${findings.length} findings`);
    if (findings.length > 0) process.exitCode = 1;
  }

  /** Whether the run had no filter: only then is a rule without a test a finding. */
  async #isWhole(files: number): Promise<boolean> {
    const { testNamePattern, project = [] } = this.#vitest?.config ?? {};
    if (this.#vitest === undefined || testNamePattern !== undefined || (files === 0 && project.length > 0)) return false;
    return files === (await this.#vitest.globTestSpecifications()).filter(showRules).length;
  }
}
