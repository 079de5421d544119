import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { build as bundle } from "esbuild";
import { describe, expect, it } from "vitest";
import { type Files, folderWith, writeFiles } from "../../../check/test/support.ts";
import { buildPackage } from "../../src/build/build-package.ts";
import { readNotices } from "../../src/build/notices.ts";

const PUBLISH = { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } }, bin: { example: "./dist/cli.js" } };
const FILES = {
  "../../tsconfig.base.json": JSON.stringify({ compilerOptions: { target: "ES2022", module: "nodenext", rewriteRelativeImportExtensions: true, types: [] } }),
  "package.json": JSON.stringify({ name: "example", type: "module", publishConfig: PUBLISH }),
  "tsconfig.build.json": JSON.stringify({
    extends: "../../tsconfig.base.json",
    compilerOptions: { declaration: true, emitDeclarationOnly: true, rootDir: "src", outDir: "dist" },
    include: ["src"],
  }),
  "src/index.ts": 'export { twice } from "./lib/twice.ts";\n',
  "src/cli.ts": '#!/usr/bin/env node\nimport { twice } from "./lib/twice.ts";\ntwice(2);\n',
  "src/lib/twice.ts": "export const twice = (value: number): number => 2 * value;\n",
  "dist/lib/stale.js": "",
};
/** In its place, a program that is no import and takes something in of another maker. */
const TAKEN_IN = {
  "package.json": JSON.stringify({ name: "example", publishConfig: { bin: PUBLISH.bin } }),
  "tsconfig.build.json": undefined,
  "node_modules/@maker/taken/package.json": '{ "name": "@maker/taken", "version": "1.2.3", "license": "MIT", "main": "index.js", "sideEffects": false }',
  "node_modules/@maker/taken/index.js": "export const taken = 1;",
  "src/cli.ts": 'import { taken } from "@maker/taken";\nconsole.log(taken);\n',
};

/** Writes the package and builds it. Returns its folder. */
async function build(files: Files): Promise<string> {
  const folder = join(await folderWith({}), "packages/example");
  await writeFiles(folder, { ...FILES, ...files });
  await buildPackage(folder);
  return folder;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, "dist"), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((path) => path.slice(folder.length + 1)).sort();
}

describe("a built package", () => {
  it("has its entries, what they share and a declaration for each module, and nothing of an earlier build", async () => {
    expect(await filesOf(await build({}))).toEqual([
      "dist/cli.d.ts",
      "dist/cli.js",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/lib/twice.d.ts",
      expect.stringMatching(/^dist\/shared-\w+\.js$/),
    ]);
  });

  it("loads no module of Node for an entry that needs none, whatever other entries share", async () => {
    const entries = ["index", "web", "cli", "server"];
    const exports = Object.fromEntries(entries.map((name) => [`./${name}`, `./dist/${name}.js`]));
    const folder = await build({
      "package.json": JSON.stringify({ name: "example", publishConfig: { exports } }),
      "tsconfig.build.json": undefined,
      "src/web.ts": 'export { twice } from "./lib/twice.ts";\n',
      "src/cli.ts": 'export { path } from "./lib/path.ts";\n',
      "src/server.ts": 'export { path } from "./lib/path.ts";\nexport { twice } from "./lib/twice.ts";\n',
      "src/lib/path.ts": 'import * as node from "node:path";\nexport const path = (): string => node.sep;\n',
    });
    const { metafile } = await bundle({
      absWorkingDir: folder,
      entryPoints: ["dist/web.js"],
      bundle: true,
      write: false,
      metafile: true,
      external: ["node:*"],
    });
    expect(Object.values(metafile.inputs).flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))).toEqual([]);
  });

  it("has each file once, whatever entries name it, and nothing for those outside of dist", async () => {
    const exports = { ".": "./dist/cli.js", "./again": "./dist/cli.js", "./seed.schema.json": "./seed.schema.json" };
    const manifest = JSON.stringify({ name: "example", publishConfig: { ...PUBLISH, exports } });
    expect(await filesOf(await build({ "package.json": manifest, "tsconfig.build.json": undefined }))).toEqual(["dist/cli.js"]);
  });

  it.each<readonly [string, Files, string]>([
    [
      "publishes nothing of dist",
      { "package.json": JSON.stringify({ name: "example", publishConfig: { access: "public" } }) },
      "example publishes no file of dist; name its entries in publishConfig.exports and its commands in publishConfig.bin.",
    ],
    ["does not compile", { "src/lib/twice.ts": "export const twice = (value: number): string => 2 * value;\n" }, "src/lib/twice.ts(1,49): error TS2322"],
    ["takes something in without a licence", TAKEN_IN, "@maker/taken has no LICENSE, so it cannot be bundled; name it in dependencies instead."],
  ])("is not made if it %s", async (_what, files, message) => {
    await expect(build(files)).rejects.toThrow(message);
  });

  it("ships the license of what it takes in, and has no declarations if it is a program alone", async () => {
    const files = { ...TAKEN_IN, "node_modules/@maker/taken/LICENSE": "MIT License\n\nBy the maker.\n" };
    const folder = await build(files);
    expect(await filesOf(folder)).toEqual(["dist/THIRD-PARTY-NOTICES.md", "dist/cli.js"]);
    expect(await readFile(join(folder, "dist/THIRD-PARTY-NOTICES.md"), "utf8")).toBe(
      "# Taken in from other packages\n\n## @maker/taken 1.2.3, MIT\n\nMIT License\n\nBy the maker.\n",
    );
    expect(await readNotices(folder)).toEqual([{ name: "@maker/taken", version: "1.2.3", license: "MIT" }]);
  });

  it("names the published packages of the repository that it contains", async () => {
    const folder = await build({
      ...TAKEN_IN,
      "node_modules/@maker/taken/LICENSE": "MIT License\n",
      "../core/package.json": '{ "name": "@example/core", "version": "2.0.0", "license": "MIT" }',
      "../core/src/index.ts": "export const core = 2;\n",
      "../kit/package.json": '{ "name": "@example/kit", "private": true }',
      "../kit/src/index.ts": "export const kit = 3;\n",
      "src/cli.ts":
        'import { taken } from "@maker/taken";\nimport { core } from "../../core/src/index.ts";\nimport { kit } from "../../kit/src/index.ts";\nconsole.log(taken, core, kit);\n',
    });
    expect(await readNotices(folder)).toEqual([
      { name: "@example/core", version: "2.0.0", license: "MIT" },
      { name: "@maker/taken", version: "1.2.3", license: "MIT" },
    ]);
  });

  it("is one file of CommonJS if it publishes that type, with what it loads later and its own path", async () => {
    const folder = await build({
      "package.json": JSON.stringify({ name: "example", publishConfig: { type: "commonjs", bin: PUBLISH.bin } }),
      "tsconfig.build.json": undefined,
      "src/cli.ts": 'void import("./lib/twice.ts").then(({ twice }) => console.log(twice(2), import.meta.url));\n',
    });
    expect(await filesOf(folder)).toEqual(["dist/cli.js"]);
    const program = join(folder, "dist/cli.js");
    expect(await runOrThrow(process.execPath, [program], { folder })).toBe(`4 ${program}`);
  });

  it("has no notices if nothing of what it imports is left", async () => {
    const folder = await build({ ...TAKEN_IN, "src/cli.ts": 'import { taken } from "@maker/taken";\nexport type Taken = typeof taken;\n' });
    expect(await filesOf(folder)).toEqual(["dist/cli.js"]);
    expect(await readNotices(folder)).toEqual([]);
  });
});
