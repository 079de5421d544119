import { availableParallelism } from "node:os";
import { existsSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/**
 * The tests of a package or a tool, as a project. A folder with a `vitest.config.ts` of its own has a script of its own, because it needs
 * more than Node: a browser, a Postgres, curl.
 */
const project = (root: string): TestProjectInlineConfiguration[] => {
  if (!existsSync(`${root}/test`) || existsSync(`${root}/vitest.config.ts`)) return [];
  const exclude = readdirSync(`${root}/test`).flatMap((name) => (existsSync(`${root}/test/${name}/vitest.config.ts`) ? [`test/${name}/**`] : []));
  return [{ test: { name: basename(root), root, isolate: false, include: ["test/**/*.test.ts"], exclude: [...exclude, ISOLATED], ...SETUPS[root] } }];
};

/** Tests that replace a module of Node need modules of their own; all others share those of their process, which a third of the time is enough for. */
const ISOLATED = "**/*.isolated.test.ts";

/** What runs before the tests of a project: the mocks of all services. */
const SETUPS: { readonly [root: string]: { readonly globalSetup: string[] } } = { "packages/contract-tests": { globalSetup: ["@keywright/tool-mocks/setup"] } };

const folders = ["packages", "tools"].flatMap((parent) => readdirSync(`${import.meta.dirname}/${parent}`).map((name) => `${parent}/${name}`));

export default defineConfig({
  test: {
    projects: [...folders.flatMap(project), { test: { name: "isolated", include: [ISOLATED], exclude: ["**/node_modules/**"] } }],
    // One more than cores, because many tests wait for processes that they start.
    maxWorkers: availableParallelism() + 1,
    reporters: ["default", "./tools/check/src/rules/reporter.ts", "./tools/test-kit/src/testing/summary-reporter.ts"],
  },
});
