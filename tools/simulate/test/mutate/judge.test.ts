import { expect, it } from "vitest";
import { judgeWith, type Run } from "../../src/mutate/judge.ts";
import type { Verdict } from "../../src/mutate/run-tests.ts";

const PASSED: Verdict = { outcome: "passed", by: "", tests: ["a.test.ts"] };
const FAILED: Verdict = { outcome: "found", by: "a.test.ts > one: wrong", tests: ["a.test.ts"], name: "one" };
const BROKEN: Verdict = { outcome: "broken", by: "out of memory", tests: ["a.test.ts"] };

/** A run that returns these verdicts, and the tests that it was asked for. */
function returning(...verdicts: readonly Verdict[]): { readonly run: Run; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  const run: Run = async (tests, name) => {
    const verdict = verdicts[asked.length];
    asked.push([tests.join(), name]);
    return verdict ?? BROKEN;
  };
  return { run, asked };
}

it.each<readonly [string, readonly Verdict[], readonly Verdict[], object]>([
  ["found if a test fails, passes without the fault, and fails again", [FAILED, FAILED], [PASSED], { outcome: "found", by: FAILED.by }],
  ["not found if no test fails", [PASSED], [], { outcome: "passed" }],
  ["found by a later run if a test failed by luck", [FAILED, PASSED, FAILED, FAILED], [PASSED, PASSED], { outcome: "found" }],
  ["not found if a test failed by luck, which is reported", [FAILED, PASSED, PASSED], [PASSED], { outcome: "by luck", by: FAILED.by }],
  ["not found if tests fail by luck each time", [FAILED, PASSED, FAILED, PASSED, FAILED, PASSED], [PASSED, PASSED, PASSED], { outcome: "by luck" }],
  ["not judged if the test fails without it, too", [FAILED], [FAILED], { outcome: "broken", by: `without the fault: ${FAILED.by}` }],
  ["not judged if its run says nothing", [BROKEN], [], { outcome: "broken", by: "out of memory" }],
])("a fault is %s", async (_what, planted, plain, judgement) => {
  const [withFault, without] = [returning(...planted), returning(...plain)];
  expect(await judgeWith(withFault.run, without.run, ["a.test.ts", "b.test.ts"])).toMatchObject(judgement);
  expect([withFault.asked.length, without.asked.length]).toEqual([planted.length, plain.length]);
});

it("runs a test that failed alone, with and without the fault", async () => {
  const [withFault, without] = [returning(FAILED, FAILED), returning(PASSED)];
  await judgeWith(withFault.run, without.run, ["a.test.ts", "b.test.ts"]);
  expect([withFault.asked, without.asked]).toEqual([
    [
      ["a.test.ts,b.test.ts", undefined],
      ["a.test.ts", "one"],
    ],
    [["a.test.ts", "one"]],
  ]);
});
