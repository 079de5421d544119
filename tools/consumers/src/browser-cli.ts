import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { startVitest } from "vitest/node";
import { chromiumPath } from "@keywright/tool-test-kit/testing/chromium";

const { positionals } = readCommandLine(
  "Usage: npx pnpm test:browser [part]…\n  Runs the tests in Chromium.\n  part  runs only test files whose names contain this",
  {},
  Infinity,
);

if (existsSync(chromiumPath())) {
  const config = fileURLToPath(new URL("../test/browser/vitest.config.ts", import.meta.url));
  // vitest sets the exit code: 1 if a test or a test file fails.
  const vitest = await startVitest("test", positionals, { run: true, config });
  await vitest.close();
} else {
  console.error(`There is no Chromium at ${chromiumPath()}. Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.`);
  process.exitCode = 1;
}
