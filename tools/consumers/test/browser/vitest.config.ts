import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";
import { chromiumPath } from "../../../test-kit/src/testing/chromium.ts";
import { LIMITS } from "../../../test-kit/src/testing/limits.ts";
import { nodeOnlyTests } from "./node-only-tests.ts";

if (!existsSync(chromiumPath())) {
  console.error(`There is no Chromium at ${chromiumPath()}. Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.`);
  process.exit(1);
}

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Without these, Chromium looks for hosts of its vendor at every start. */
const QUIET = ["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export default defineConfig({
  root,
  cacheDir: "node_modules/.vite/browser",
  // A page has no files: the tests of core get the same functions without them.
  resolve: { alias: [{ find: /^@keywright\/tool-test-kit\/testing$/, replacement: fileURLToPath(new URL("testing.ts", import.meta.url)) }] },
  test: {
    name: "browser",
    isolate: false,
    ...LIMITS,
    include: ["tools/consumers/test/browser/**/*.test.ts", "packages/core/test/**/*.test.ts", "packages/contract-tests/test/prism.test.ts"],
    // Databases have no place in a browser, and Chromium takes a stream as the body of a request over HTTP/2 alone.
    exclude: [...nodeOnlyTests(root, "packages/core/test"), "packages/core/test/postgres/**", "packages/core/test/call/stages/sent-once.test.ts"],
    globalSetup: ["./tools/mocks/src/setup.ts", "./tools/consumers/test/browser/setup.ts"],
    setupFiles: ["./tools/consumers/test/browser/turns.ts"],
    reporters: ["default", "./tools/test-kit/src/testing/summary-reporter.ts"],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: { executablePath: chromiumPath(), args: ["--no-sandbox", ...QUIET] } }),
      instances: [{ browser: "chromium" }],
    },
  },
});
