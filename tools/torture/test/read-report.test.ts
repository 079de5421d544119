import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { expect, it, onTestFinished } from "vitest";
import { readReport } from "../src/read-report.ts";

async function reportWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-report-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "report.json"), text);
  return join(folder, "report.json");
}

it("returns what passed and what failed, without tests that were left out", async () => {
  const assertionResults = [
    { fullName: "a group passes", status: "passed", failureMessages: [] },
    { fullName: "a group fails", status: "failed", failureMessages: ["Error: expected 1\n    at a.test.ts:3"] },
    { fullName: "a group waits", status: "skipped", failureMessages: [] },
  ];
  const report = await reportWith(JSON.stringify({ testResults: [{ name: join(ROOT, "packages/core/test/a.test.ts"), assertionResults }] }));
  expect(readReport(report)).toEqual([
    { file: "packages/core/test/a.test.ts", name: "a group passes", problems: [] },
    { file: "packages/core/test/a.test.ts", name: "a group fails", problems: ["a group fails: Error: expected 1"] },
  ]);
});

it.each(["", "{}"])("says how to write a report in place of a file with %j", async (text) => {
  const report = await reportWith(text);
  expect(() => readReport(report)).toThrow(`expected the results of tests in ${report}, got none; write them with TEST_REPORT=${report} npx pnpm test`);
});
