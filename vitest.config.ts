import { existsSync, readdirSync } from "node:fs";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

/**
 * The tests of a package or a tool, as a project. A folder with a `vitest.config.ts` of its own has a script of its own, because it needs
 * more than Node: a browser, a Postgres, curl.
 */
const project = (root: string): TestProjectInlineConfiguration[] => {
  if (!existsSync(`${root}/test`) || existsSync(`${root}/vitest.config.ts`)) return [];
  const exclude = readdirSync(`${root}/test`).flatMap((name) => (existsSync(`${root}/test/${name}/vitest.config.ts`) ? [`test/${name}/**`] : []));
  return [{ test: { name: nameOf(root), root, include: ["test/**/*.test.ts"], exclude, ...SETUPS[root] } }];
};

/** The folder, such as `vault`; `packages/generate`, because there is a tool of the same name. */
const nameOf = (root: string): string => (root.startsWith("packages/") && existsSync(root.replace("packages/", "tools/")) ? root : root.replace(/^\w+\//, ""));

/** What runs before the tests of a project: the mocks of all services. */
const SETUPS: { readonly [root: string]: { readonly globalSetup: string[] } } = { "packages/contract-tests": { globalSetup: ["@keywright/tool-mocks/setup"] } };

const folders = ["packages", "tools"].flatMap((parent) => readdirSync(`${import.meta.dirname}/${parent}`).map((name) => `${parent}/${name}`));

export default defineConfig({
  test: { projects: folders.flatMap(project), reporters: ["default", "./tools/check/src/rules/reporter.ts", "./tools/testing/src/summary-reporter.ts"] },
});
