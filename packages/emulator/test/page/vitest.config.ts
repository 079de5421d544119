import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { LIMITS } from "../../../../tools/test-kit/src/testing/limits.ts";

const reporter = fileURLToPath(new URL("../../../../tools/test-kit/src/testing/summary-reporter.ts", import.meta.url));

const project = (name: string, include: string) => ({ test: { name, root: import.meta.dirname, include: [include], ...LIMITS } });

/** The page of the emulator in a browser, and its pictures in a guide: runs of their own, because they need Chromium. */
export default defineConfig({
  test: {
    projects: [project("page", "*.test.ts"), project("pictures", "pictures.ts")],
    reporters: ["default", reporter],
  },
});
