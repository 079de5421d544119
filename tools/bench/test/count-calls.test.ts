import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { countCalls } from "../src/count-calls.ts";
import { isOfPackages, judgeCall } from "../src/create-item.ts";

const root = resolve(import.meta.dirname, "../../..");
const CALL = `${pathToFileURL(resolve(root, "packages/fixture/src/call.ts"))}`;
const STEPS = `${pathToFileURL(resolve(root, "packages/fixture/src/steps.ts"))}`;

type Steps = { readonly twice: (step: () => number) => number; readonly unused: () => number };
type MakeCall = (steps: Steps) => () => Promise<number>;

/** Compiles a module of the fixture; what it evaluates to is what it exports. */
function load<Exports>(filename: string, source: string): Exports {
  return new Script(source, { filename }).runInThisContext() as Exports;
}

/** A call through two files, with functions that do not run. */
function fixture(): () => Promise<number> {
  const steps = load<Steps>(
    CALL,
    `(() => {
      const __name = (target, value) => target;
      function twice(step) { __name(step, "step"); return step() + step(); }
      function unused() { return 0; }
      return { twice, unused };
    })()`,
  );
  const makeCall = load<MakeCall>(
    STEPS,
    `(steps) => {
      const twiceOf = ({ twice }) => twice;
      function start() { function never() {} return twiceOf(steps)(function step() { return 1; }); }
      return async function run() { const sum = start(); await undefined; return sum; };
    }`,
  );
  return makeCall(steps);
}

const isFixture = (url: string): boolean => url === CALL || url === STEPS;

describe("the count of a call", () => {
  it("has the files and functions that ran, and how often each ran", async () => {
    expect(await countCalls(fixture(), isFixture)).toEqual([
      { url: CALL, functions: [{ name: "twice", calls: 1 }] },
      {
        url: STEPS,
        functions: [
          { name: "twiceOf", calls: 1 },
          { name: "start", calls: 1 },
          { name: "step", calls: 2 },
          // It resumes once.
          { name: "run", calls: 2 },
        ],
      },
    ]);
  });

  it("leaves out scripts that do not count", async () => {
    expect((await countCalls(fixture(), (url) => url === CALL)).map(({ url }) => url)).toEqual([CALL]);
  });

  it("takes no loading of a module for a call", async () => {
    const call = (): Promise<number> => Promise.resolve(load<{ readonly one: () => number }>(CALL, "({ one() { return 1; } })").one());
    const names = (await countCalls(call, isFixture)).flatMap(({ functions }) => functions.map(({ name }) => name));
    expect(names).toEqual(["one"]);
  });

  it("counts what runs after the call has returned", async () => {
    const call = load<() => Promise<void>>(CALL, "(async function call() { setImmediate(function later() {}); })");
    expect((await countCalls(call, isFixture))[0]?.functions.map(({ name }) => name)).toEqual(["call", "later"]);
  });

  it("is printed with its sums and their goals at the end, and is short enough at its goals, and not with one more", async () => {
    const files = await countCalls(fixture(), isFixture);
    const goals = { files: 2, functions: 5, calls: 7 };
    const { lines, isShort } = judgeCall(files, goals);
    expect(isShort).toBe(true);
    expect(lines.slice(0, 3)).toEqual(["packages/fixture/src/call.ts", "     1  twice", "packages/fixture/src/steps.ts"]);
    expect(lines.at(-1)).toBe("2 files, 5 functions, 7 calls (goals: 2, 5, 7)");
    for (const [figure, goal] of Object.entries(goals)) expect(judgeCall(files, { ...goals, [figure]: goal - 1 }).isShort).toBe(false);
  });

  it.each([
    ["packages/core/src/any.ts", true],
    ["packages/core/test/any.ts", false],
    ["tools/bench/src/create-item.ts", false],
    ["node_modules/.pnpm/openapi-fetch@0.17.0/node_modules/openapi-fetch/dist/index.mjs", true],
  ])("of createItem has %s: %s", (path, isCounted) => {
    expect(isOfPackages(`${pathToFileURL(resolve(root, path))}`)).toBe(isCounted);
  });

  it("of createItem has nothing that is no file", () => {
    expect(["node:internal/timers", "evalmachine.<anonymous>", ""].map(isOfPackages)).toEqual([false, false, false]);
  });
});

describe("the command", () => {
  const run = async (): Promise<{ readonly code: number; readonly stdout: string }> =>
    promisify(execFile)(process.execPath, ["--import", "tsx", "tools/bench/src/call-cli.ts"], { cwd: root, timeout: 60_000 }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      (error: { readonly code: number; readonly stdout: string }) => ({ code: error.code, stdout: error.stdout }),
    );

  it("prints the same for createItem in each process, and ends with 1 when a figure is above its goal", { timeout: 60_000 }, async () => {
    const [first, second] = [await run(), await run()];
    expect(second).toEqual(first);
    expect(first.stdout).toMatch(/^packages\/core\/src\//m);
    const [, files, functions, calls] = /^(\d+) files, (\d+) functions, (\d+) calls \(goals: 10, 45, 100\)$/m.exec(first.stdout) ?? [];
    const [isShort, isCalled] = [Number(files) <= 10 && Number(functions) <= 45 && Number(calls) <= 100, Math.min(Number(files), Number(calls)) > 1];
    expect([isCalled, first.code]).toEqual([true, isShort ? 0 : 1]);
  });
});
