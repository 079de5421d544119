import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a suite of node:test has the state, the ports and the end", async () => {
  const suite = `${import.meta.dirname}/suite-of-node-test.ts`;
  const args = ["--import", "tsx", "--test", "--test-reporter", "tap", suite];
  // Node marks the processes of its own runner by this variable.
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined };
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: import.meta.dirname, env });
  expect(stdout).toMatch(/# pass 3\n# fail 0\n/);
});
