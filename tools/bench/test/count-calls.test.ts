import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { Script } from "node:vm";
import { describe, expect, it } from "vitest";
import { countCalls } from "../src/call/count-calls.ts";
import { isOnTheWay, placeOf } from "../src/call/create-item.ts";
import { CALL_GOALS, isShortEnough, lengthOf, linesOf } from "../src/call/print-call.ts";

const root = resolve(import.meta.dirname, "../../..");
const CALL = `${pathToFileURL(resolve(root, "packages/fixture/src/call.ts"))}`;
const STEPS = `${pathToFileURL(resolve(root, "packages/fixture/src/steps.ts"))}`;

type Steps = { readonly twice: (step: () => number) => number; readonly unused: () => number };
type MakeCall = (steps: Steps) => () => Promise<number>;

/** Compiles a module of the fixture; what it evaluates to is what it exports. */
function load<Exports>(filename: string, source: string): Exports {
  return new Script(source, { filename }).runInThisContext() as Exports;
}

/** A call through two files, of which the second one in the alphabet comes first; none of its functions runs but these. */
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
  it("has the files and functions that ran, in their order, and how often each ran", async () => {
    expect(await countCalls(fixture(), isFixture)).toEqual([
      {
        url: STEPS,
        functions: [
          // It resumes once.
          { name: "run", calls: 2 },
          { name: "start", calls: 1 },
          { name: "twiceOf", calls: 1 },
          { name: "step", calls: 2 },
        ],
      },
      { url: CALL, functions: [{ name: "twice", calls: 1 }] },
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

  it("is the same each time", async () => {
    expect(await countCalls(fixture(), isFixture)).toEqual(await countCalls(fixture(), isFixture));
  });

  it("is printed by file, and with its sums and their goals at the end", async () => {
    const files = await countCalls(fixture(), isFixture);
    expect(lengthOf(files)).toEqual({ files: 2, functions: 5, calls: 7 });
    expect(linesOf(files, false)).toEqual([
      "file                           functions  calls",
      "packages/fixture/src/steps.ts          4      6",
      "packages/fixture/src/call.ts           1      1",
      "2 files, 5 functions, 7 calls (goals: 10, 45, 100)",
    ]);
    expect(linesOf(files, true).slice(2, 5)).toEqual([
      "  run                                         2",
      "  start                                       1",
      "  twiceOf                                     1",
    ]);
  });

  it.each([
    ["packages/core/src/any.ts", true, "packages/core/src/any.ts"],
    ["packages/core/test/any.ts", false, "packages/core/test/any.ts"],
    ["tools/bench/src/call/create-item.ts", false, "tools/bench/src/call/create-item.ts"],
    ["node_modules/.pnpm/openapi-fetch@0.17.0/node_modules/openapi-fetch/dist/index.mjs", true, "openapi-fetch/dist/index.mjs"],
  ])("of createItem has %s: %s", (path, isCounted, place) => {
    const url = `${pathToFileURL(resolve(root, path))}`;
    expect([isOnTheWay(url), placeOf(url)]).toEqual([isCounted, place]);
  });

  it("of createItem has nothing that is no file", () => {
    expect(["node:internal/timers", "evalmachine.<anonymous>", ""].map(isOnTheWay)).toEqual([false, false, false]);
  });

  it.each(["files", "functions", "calls"] as const)("is short enough at its goals, and not with one of the %s more", (figure) => {
    expect(isShortEnough(CALL_GOALS)).toBe(true);
    expect(isShortEnough({ ...CALL_GOALS, [figure]: CALL_GOALS[figure] + 1 })).toBe(false);
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
    const [, ...sums] = /^(\d+) files, (\d+) functions, (\d+) calls \(goals: \d+, \d+, \d+\)$/m.exec(first.stdout) ?? [];
    const [files = Number.NaN, functions = Number.NaN, calls = Number.NaN] = sums.map(Number);
    expect(Math.min(files, functions, calls)).toBeGreaterThan(1);
    expect(first.code).toBe(isShortEnough({ files, functions, calls }) ? 0 : 1);
  });
});
