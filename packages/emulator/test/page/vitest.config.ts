import { defineConfig } from "vitest/config";

const project = (name: string, include: string) => ({ test: { name, root: import.meta.dirname, include: [include], testTimeout: 30_000 } });

/** The page of the emulator in a browser, and its pictures in a guide: runs of their own, because they need Chromium. */
export default defineConfig({
  test: {
    projects: [project("page", "*.test.ts"), project("pictures", "pictures.ts")],
    reporters: ["default", "./tools/test-kit/src/testing/summary-reporter.ts"],
  },
});
