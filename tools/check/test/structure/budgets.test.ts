import { expect, it } from "vitest";
import { findStale, judge } from "../../src/structure/budgets.ts";
import { findPublic } from "../../src/structure/public-names.ts";
import { folderWith } from "../support.ts";

const budgets = { a: { budget: 100, goal: 50 }, b: { budget: 10 }, "c: *": { budget: 12 } };

it.each([
  ["above its budget", "a", 101, "over"],
  ["at its budget", "a", 100, ""],
  ["far below a budget above the goal", "a", 94, "lower it"],
  ["far below a budget that is the goal", "b", 1, ""],
  ["with the budget of all others", "c: packages/core", 13, "over"],
  ["without a budget", "d", 0, "no budget"],
])("a value %s is judged: %s %d", (_what, what, value, verdict) => {
  expect(judge([{ what, value }], { budgets })).toMatchObject([{ what, value, verdict }]);
});

it("a budget without a value and a folder that does not exist are findings", async () => {
  const root = await folderWith({ "packages/a/src/index.ts": "" });
  const lists = { "packages/a/src": "all", "packages/b/src": "all" };
  const advice = "it does not exist; remove it from tools/check/src/structure/budgets.json.";
  expect(findStale(root, [{ what: "a", value: 1 }], { budgets, lists })).toEqual([`b: ${advice}`, `packages/b/src: ${advice}`]);
});

it("public names are those that people wrote, once, without @internal", async () => {
  const exports = {
    ".": "./src/index.ts",
    "./client": "./src/client.ts",
    "./schema": "./src/generated/schema.ts",
    "./more": "./src/more.ts",
    "./package.json": "./package.json",
  };
  const manifest = (name: string, publishConfig?: object): string => JSON.stringify({ name, type: "module", exports, publishConfig });
  const root = await folderWith({
    "packages/a/package.json": manifest("@x/a", { exports: { ...exports, "./more": undefined } }),
    "packages/a/src/index.ts": [
      'export { b, c as d } from "./lib.ts";',
      'export type { B } from "./lib.ts";',
      'export { g } from "./generated/schema.ts";',
      'export { hidden } from "./lib.ts";',
    ].join("\n"),
    "packages/a/src/client.ts": "export const client = 1;\nexport interface OnlyType {}\n",
    "packages/a/src/more.ts": "export const more = 1;",
    "packages/a/src/generated/schema.ts": "export const g = 1;",
    "packages/a/src/lib.ts": "export const b = 1;\nexport const c = 1;\nexport interface B {}\n/** @internal */\nexport const hidden = 1;\n",
    "packages/z/package.json": manifest("@x/z", { exports: { ".": "./dist/index.js" } }),
    "packages/z/src/index.ts": 'export { b } from "../../a/src/lib.ts";\nexport function own(): void {}\n',
  });
  expect(await findPublic(root, ["@x/a/client"])).toEqual({
    entries: ["@x/a", "@x/z"],
    names: ["B", "b", "c", "own"],
    apartValues: new Map([["@x/a/client", ["client"]]]),
  });
});
