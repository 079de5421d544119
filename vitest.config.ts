import { defineConfig } from "vitest/config";

const project = (root: string) => ({ test: { name: root.split("/").at(-1) as string, root, include: ["test/**/*.test.ts"] } });

export default defineConfig({
  test: {
    projects: [
      // What needs a Postgres has a script of its own: this run needs nothing but Node.
      { test: { ...project("packages/core").test, exclude: ["test/postgres/**"] } },
      project("packages/management"),
      project("packages/vault"),
      project("packages/events"),
      project("packages/tail"),
      // What needs curl and jq has a script of its own: this run needs nothing but Node.
      { test: { ...project("packages/emulator").test, exclude: ["test/curl/**"] } },
      { test: { ...project("packages/contract-tests").test, globalSetup: ["@keywright/tool-mocks/setup"] } },
      project("tools/build"),
      project("tools/command"),
      project("tools/contract"),
      project("tools/contract-diff"),
      project("tools/generate"),
      project("tools/mocks"),
      project("tools/release"),
      project("tools/lint"),
      project("tools/check-structure"),
      project("tools/check-api"),
      project("tools/demo"),
      project("tools/faults"),
      project("tools/packages"),
      project("tools/simulate"),
      project("tools/sizes"),
      project("tools/spector"),
      project("tools/coverage-matrix"),
      project("tools/bench"),
    ],
    reporters: ["default", "./tools/testing/src/summary-reporter.ts"],
  },
});
