import { defineConfig } from "vitest/config";

/** The built site in a browser: a run of its own, because it needs Chromium and the site. */
export default defineConfig({
  test: { name: "docs", root: import.meta.dirname, include: ["test/*.test.ts"], reporters: ["default", "../test-kit/src/testing/summary-reporter.ts"] },
});
