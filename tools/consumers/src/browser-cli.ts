import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { startVitest } from "vitest/node";
import { chromiumPath } from "./browser/chromium.ts";

const { positionals } = readCommandLine(
  "Usage: npx pnpm test:browser [part]…\n  Runs the tests in Chromium.\n  part  of the name of a file of tests: runs these alone",
  {},
  Infinity,
);

if (existsSync(chromiumPath())) {
  const config = fileURLToPath(new URL("../test/browser/vitest.config.ts", import.meta.url));
  // The exit code is vitest's: 1 where a test, or a file of tests, has failed.
  const vitest = await startVitest("test", positionals, { run: true, config });
  await vitest.close();
} else {
  console.error(`There is no Chromium at ${chromiumPath()}: install it (Debian: apt-get install chromium), or set CHROMIUM to the path of one.`);
  process.exitCode = 1;
}
