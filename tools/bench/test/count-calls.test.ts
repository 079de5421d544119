import { Script } from "node:vm";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { expect, it } from "vitest";
import { type CountedFunction, countCalls, isWithin } from "../src/count-calls.ts";

/** Compiles a module of the fixture; what it evaluates to is what it exports. */
function load<Exports>(filename: string, source: string): Exports {
  return new Script(source, { filename }).runInThisContext() as Exports;
}

const countOf = async (call: () => Promise<unknown>): Promise<readonly CountedFunction[]> => countCalls(call, (url) => /^file:\/\/\/fixture\/[ab]$/.test(url));

it("counts the functions that ran in each file, and how often", async () => {
  type Steps = { readonly twice: (step: () => number) => number };
  const steps = `(() => {
    const __name = (target) => target;
    return { twice(step) { __name(step); return step() + step(); }, unused() {} };
  })()`;
  const call = `(steps) => {
    function start() { function never() {} return steps.twice(function step() { return 1; }); }
    return async function run() { const sum = start(); await undefined; setImmediate(function later() {}); return sum; };
  }`;
  const run = load<(steps: Steps) => () => Promise<number>>("file:///fixture/a", call)(load<Steps>("file:///fixture/b", steps));
  const left = load<() => void>("file:///fixture/left", "() => {}");
  const counted = await countOf(async () => (left(), await run()));
  expect(counted.map(({ url, name, calls }) => `${url.at(-1)} ${name} ${calls}`)).toEqual([
    "a start 1",
    "a step 2",
    // It resumes once.
    "a run 2",
    // It runs after the call has returned.
    "a later 1",
    "b twice 1",
  ]);
});

it("takes no loading of a module for a call", async () => {
  const counted = await countOf(() => Promise.resolve(load<{ readonly one: () => number }>("file:///fixture/a", "({ one() { return 1; } })").one()));
  expect(counted.map(({ name }) => name)).toEqual(["one"]);
});

it("is within its goals, and not with one more of any figure", () => {
  const goals = { files: 2, functions: 5, calls: 7 };
  expect(isWithin(goals, goals)).toBe(true);
  for (const [figure, goal] of Object.entries(goals)) expect(isWithin({ ...goals, [figure]: goal + 1 }, goals), figure).toBe(false);
});

it("the command counts only functions of packages and their dependencies, and fails above a goal", async () => {
  const { code, stdout } = await askCommand(join(ROOT, "tools/bench/src/call-cli.ts"));
  expect(stdout).toMatch(/^packages\/core\/src\//m);
  expect(stdout).not.toMatch(/^(node:|tools\/|packages\/\w+\/test\/)/m);
  const [, files, functions, calls] = /^(\d+) files, (\d+) functions, (\d+) calls \(goals: 10, 45, 100\)$/m.exec(stdout) ?? [];
  expect([Number(files), Number(functions), Number(calls)].map((figure) => figure > 1)).toEqual([true, true, true]);
  expect(code).toBe(Number(files) <= 10 && Number(functions) <= 45 && Number(calls) <= 100 ? 0 : 1);
});
