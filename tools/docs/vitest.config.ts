import { defineConfig } from "vitest/config";
import { LIMITS } from "../test-kit/src/testing/limits.ts";

/** The built site in a browser: a run of its own, because it needs Chromium and the site. It uses all cores, because pages mostly wait. */
export default defineConfig({
  test: {
    name: "docs",
    root: import.meta.dirname,
    ...LIMITS,
    maxWorkers: "100%",
    reporters: ["default", "../test-kit/src/testing/summary-reporter.ts"],
  },
});
