import { defineConfig } from "vitest/config";

/** The page of the emulator in a browser: a run of its own, because it needs Chromium. */
export default defineConfig({
  test: {
    name: "page",
    root: import.meta.dirname,
    include: ["**/*.test.ts"],
    reporters: ["default", "../../../test-kit/src/testing/summary-reporter.ts"],
    testTimeout: 30_000,
  },
});
