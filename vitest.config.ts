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
  return [{ test: { name: basename(root), root, include: ["test/**/*.test.ts"], exclude, ...SETUPS[root] } }];
};

/** What projects have beside their files: the mocks of all services run before the contract tests; the generator's tests parse libraries and import core once. */
const SETUPS: { readonly [root: string]: { readonly globalSetup?: string[]; readonly isolate?: boolean } } = {
  "packages/contract-tests": { globalSetup: ["@keywright/tool-mocks/setup"] },
  "packages/generate": { isolate: false },
};

const folders = ["packages", "tools"].flatMap((parent) => readdirSync(`${import.meta.dirname}/${parent}`).map((name) => `${parent}/${name}`));

export default defineConfig({
  test: { projects: folders.flatMap(project), reporters: ["default", "./tools/testing/src/summary-reporter.ts"] },
});
