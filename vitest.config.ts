import { availableParallelism } from "node:os";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { LIMITS } from "./tools/test-kit/src/testing/limits.ts";

/** Tests that replace a module of Node need modules of their own; all others share those of their process, which saves a third of the time. */
const ISOLATED = "**/*.isolated.test.ts";

/** Tests that ask for mocks: those of all services run before them. */
const MOCKED = readdirSync(`${import.meta.dirname}/packages/contract-tests/test`)
  .map((name) => `packages/contract-tests/test/${name}`)
  .filter((file) => file.endsWith(".test.ts") && readFileSync(`${import.meta.dirname}/${file}`, "utf8").includes('inject("mockUrls")'));

/** Folders with a `vitest.config.ts` are parts of `npx pnpm test`, because their tests need more than Node: a browser, a Postgres, curl. */
const SEPARATE = ["packages", "tools"].flatMap((parent) =>
  readdirSync(`${import.meta.dirname}/${parent}`).flatMap((name) => {
    const root = `${parent}/${name}`;
    const tests = existsSync(`${root}/test`) ? readdirSync(`${root}/test`).map((inner) => `${root}/test/${inner}`) : [];
    return [root, ...tests].filter((folder) => existsSync(`${folder}/vitest.config.ts`)).map((folder) => `${folder}/**`);
  }),
);

const LIMITED = {
  ...LIMITS,
  setupFiles: [`${import.meta.dirname}/tools/test-kit/src/testing/end-hung-tests.ts`],
};

/** Where the results are also written as JSON, for commands that would repeat the tests. */
const { TEST_REPORT } = process.env;

/** Tests that share the modules of a process. */
const project = (name: string, include: string[], exclude: readonly string[] = [], globalSetup: string[] = []): TestProjectInlineConfiguration => ({
  test: {
    name,
    ...LIMITED,
    isolate: false,
    // In MB. Tests make many objects that live shortly, which a larger young generation collects in less time.
    execArgv: ["--max-semi-space-size=64"],
    include,
    exclude: ["**/node_modules/**", ISOLATED, ...SEPARATE, ...exclude],
    globalSetup,
  },
});

export default defineConfig({
  test: {
    projects: [
      project("mocked", MOCKED, [], ["./tools/mocks/src/setup.ts"]),
      project("packages", ["packages/**/*.test.ts"], MOCKED),
      project("tools", ["tools/**/*.test.ts"]),
      { test: { name: "isolated", ...LIMITED, include: [ISOLATED], exclude: ["**/node_modules/**", ...SEPARATE] } },
    ],
    // One more than cores, because many tests wait for processes that they start.
    maxWorkers: availableParallelism() + 1,
    reporters: [
      "default",
      "./tools/check/src/rules/reporter.ts",
      "./tools/test-kit/src/testing/summary-reporter.ts",
      ...(TEST_REPORT === undefined ? [] : [["json", { outputFile: TEST_REPORT }] as ["json", { outputFile: string }]]),
    ],
  },
});
