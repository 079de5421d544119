import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const testing = `${root}tools/test-kit/src/testing`;

/** Starts Vitest as `npx pnpm test` does, for tests of its own. */
function run(files: { readonly [name: string]: string }) {
  const folder = mkdtempSync(join(root, "node_modules", ".hung-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), `import { it } from "vitest";\n${content}`);
  writeFileSync(
    join(folder, "vitest.config.mjs"),
    `const progress = { onTestCaseResult: ({ name }) => void process.stderr.write("result of " + name + "\\n") };
    const reporters = ["${testing}/summary-reporter.ts", progress];
    export default { test: { include: ["*.test.ts"], exclude: [], setupFiles: ["${testing}/end-hung-tests.ts"], reporters } };`,
  );
  const child = spawn(process.execPath, [join(root, "node_modules/vitest/vitest.mjs"), "run", "--root", folder], {
    env: { ...process.env, HUNG_AFTER_SECONDS: "2" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const exit = new Promise<number | null>((resolve) => void child.once("exit", resolve));
  return { child, exit, output: Promise.all([text(child.stdout), text(child.stderr)]) };
}

describe("a test that never ends", () => {
  it("is named and ends its process, and other files still run", async () => {
    const { exit, output } = run({
      "hung.test.ts": 'it("never ends", async () => { for (;;) await undefined; });',
      "other.test.ts": 'it("passes", () => {});',
    });
    const [stdout, stderr] = await output;
    expect(stderr).toContain("FAIL hung.test.ts > never ends: no turn of the event loop for 2 s, so its process is ended");
    expect(stdout.trim().split("\n").at(-1)).toBe("1 passed, 1 failed");
    expect(await exit).toBe(1);
  });
});

describe("a run that is interrupted", () => {
  it("counts what passed", async () => {
    const { child, exit, output } = run({
      "waits.test.ts": 'it("passes", () => {});\nit("waits", () => new Promise(() => {}), 1e9);',
    });
    child.stderr.on("data", (chunk) => void (String(chunk).includes("result of passes") && child.kill()));
    const [stdout] = await output;
    expect(stdout.trim().split("\n").at(-1)).toBe("1 passed, 1 failed");
    expect(await exit).toBe(143);
  });
});
