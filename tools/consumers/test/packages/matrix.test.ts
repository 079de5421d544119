import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { runMatrix } from "../../src/packages/matrix.ts";

/** Stands for the installed emulator: says where the services are, and stays until it is ended. */
const EMULATOR = '#!/usr/bin/env node\nconsole.log("{}");\nsetInterval(() => {}, 1000);\n';

it("has a cell for each form on each runtime, one for each runtime that is missing, and a red one for a package that nobody uses", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keywright-matrix-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = {
    ".bin/keywright-emulator": EMULATOR,
    "@keywright/fixture/package.json": JSON.stringify({ name: "@keywright/fixture", type: "module", exports: { ".": "./index.js" } }),
    "@keywright/fixture/index.js": "export {};",
  };
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, "node_modules", path);
    await mkdir(join(file, ".."), { recursive: true });
    await writeFile(file, text);
  }
  await chmod(join(folder, "node_modules/.bin/keywright-emulator"), 0o755);
  const cells = await runMatrix("npm", folder, ["@keywright/fixture"], {
    commands: [
      { name: "Node", command: process.execPath, parameters: [] },
      { name: "Deno", missing: "no Deno here" },
    ],
    chromium: { name: "Chromium", missing: "no Chromium here" },
    workerd: { name: "workerd", missing: "no workerd here" },
    compilers: [],
  });
  expect(cells.map(({ where, what, state, detail }) => [where, what, state, detail.split(";")[0]])).toEqual([
    ["npm", "@keywright/fixture", "red", "it has no program"],
    ["npm", "a consumer", "red", "@keywright/fixture has no consumer"],
    ["npm, Node, ESM", "@keywright/fixture", "ok", "1 entries"],
    ["npm, Node, require", "@keywright/fixture", "ok", "1 entries"],
    ["npm, Deno", "all packages", "not run", "no Deno here"],
    ["npm, Chromium", "all packages", "not run", "no Chromium here"],
    ["npm, workerd", "all packages", "not run", "no workerd here"],
  ]);
});
