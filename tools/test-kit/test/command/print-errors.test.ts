import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { bundlePrograms } from "@keywright/tool-test-kit/testing/bundle-programs";
import { expect, it } from "vitest";
import { folderWith } from "../../../check/test/support.ts";

function outcomeOf(...words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: ROOT, encoding: "utf8", timeout: PATIENCE_MS });
  return { status, stdout, stderr };
}

it("a command ends with 1 and the message of the error that nothing catches, without a stack", () => {
  const { status, stdout, stderr } = outcomeOf("--import", "tsx", "tools/release/src/reproduce-cli.ts");
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^PACKAGE@VERSION is missing\.\nUsage: npx pnpm release reproduce/);
  expect(stderr).not.toMatch(/^ +at /m);
});

it.each([
  ["by itself", ""],
  ["with exit code 0", "process.exitCode = 0;"],
  ["at once with 0", "process.exit(0);"],
])("a command that goes on after such an error, and ends %s, has failed", async (_how, last) => {
  const printErrors = join(import.meta.dirname, "../../src/command/index.ts");
  const source = `import { printErrors } from ${JSON.stringify(printErrors)};
    printErrors();
    setImmediate(() => setImmediate(() => { console.log("goes on"); ${last} }));
    throw new Error("No one catches this.");`;
  const folder = await folderWith({ "command.ts": source });
  await bundlePrograms([join(folder, "command.ts")], folder);
  expect(outcomeOf(join(folder, "command.js"))).toEqual({ status: 1, stdout: "goes on\n", stderr: "No one catches this.\n" });
});
