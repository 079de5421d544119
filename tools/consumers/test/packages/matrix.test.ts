import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { expect, it, onTestFinished } from "vitest";
import { type Cell, NotRun, printCell, summary } from "../../src/packages/cells.ts";
import { runMatrix } from "../../src/packages/matrix.ts";
import type { Runtime } from "../../src/packages/runtimes.ts";

/** Stands for the installed emulator: says where the services are, and stays until it is ended. */
const EMULATOR = '#!/usr/bin/env node\nconsole.log("{}");\nsetInterval(() => {}, 1000);\n';

const NODE: Runtime = {
  name: "Node",
  forms: ["esm", "cjs"],
  run: async (bundle) => (await runCommand(process.execPath, ["--trace-warnings", bundle], { folder: join(bundle, "..") })).output,
};

/** Runs the matrix of a project with one installed package, whose entries are those modules. */
async function cellsOf(name: string, entries: { readonly [entry: string]: string }, runtimes: readonly Runtime[]): Promise<readonly Cell[]> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-matrix-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const exports = Object.fromEntries(Object.keys(entries).map((entry, index) => [entry, `./${index}${entry.endsWith(".json") ? ".json" : ".js"}`]));
  const files = {
    ".bin/keywright-emulator": EMULATOR,
    [`${name}/package.json`]: JSON.stringify({ name, type: "module", exports }),
    ...Object.fromEntries(Object.entries(entries).map(([entry, text]) => [join(name, exports[entry] ?? ""), text])),
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, "node_modules", path);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, text);
  }
  await chmod(join(folder, "node_modules/.bin/keywright-emulator"), 0o755);
  return runMatrix("npm", folder, [name], runtimes);
}

it("has a cell for a package in each form, with all entries loaded, and one that does not count for a runtime that is missing", async () => {
  const deno: Runtime = { name: "Deno", forms: ["esm"], run: () => Promise.reject(new NotRun("no Deno here")) };
  const cells = await cellsOf("@keywright/fixture", { "./schema": "export {};", "./data.json": "{}" }, [NODE, deno]);
  expect(cells).toEqual([
    { where: "npm, Node, ESM", what: "@keywright/fixture", state: "ok", detail: "2 entries" },
    { where: "npm, Node, require", what: "@keywright/fixture", state: "ok", detail: "2 entries" },
    { where: "npm, Deno, ESM", what: "all packages", state: "not run", detail: "no Deno here" },
  ]);
  expect(summary(cells)).toBe("2 cells, 0 red");
});

it("has a red cell with the whole error of an entry that throws", async () => {
  const cells = await cellsOf("@keywright/fixture", { "./late": 'throw new Error("not today");', "./schema": "export {};" }, [NODE]);
  expect(cells.map(({ state, detail }) => [state, detail.split("\n")[0]])).toEqual([
    ["red", "@keywright/fixture/late: Error: not today"],
    ["red", "@keywright/fixture/late: Error: not today"],
  ]);
  expect(printCell(cells[0] as Cell).split("\n")[1]).toMatch(/^ {9} +at /);
  expect(summary(cells)).toBe("2 cells, 2 red");
});

it.each<readonly [string, string, string, string]>([
  ["that has no program", "@keywright/fixture", "export {};", "@keywright/fixture has no program"],
  ["with an entry for any runtime that needs Node", "@keywright/core", 'import "node:fs";', 'Could not resolve "node:fs"'],
  ["whose run says nothing", "@keywright/tail", "export {};", "it ended without output"],
])("has a red cell for a package %s", async (_what, name, source, message) => {
  const page: Runtime = { name: "a page", forms: [name === "@keywright/tail" ? "esm" : "page"], run: () => Promise.resolve("") };
  const [cell] = await cellsOf(name, { "./schema": source, ...(name === "@keywright/fixture" ? { ".": source } : {}) }, [page]);
  expect(cell).toMatchObject({ state: "red", detail: expect.stringContaining(message) });
});
