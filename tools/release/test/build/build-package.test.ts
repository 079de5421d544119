import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type Files, folderWith } from "../../../check/test/support.ts";
import { buildPackage } from "../../src/build/build-package.ts";
import { readNotices } from "../../src/build/notices.ts";

const PUBLISH = { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } }, bin: { example: "./dist/cli.js" } };
const FILES = {
  "tsconfig.base.json": JSON.stringify({ compilerOptions: { target: "ES2022", module: "nodenext", rewriteRelativeImportExtensions: true, types: [] } }),
  "packages/example/package.json": JSON.stringify({ name: "example", type: "module", publishConfig: PUBLISH }),
  "packages/example/tsconfig.build.json": JSON.stringify({
    extends: "../../tsconfig.base.json",
    compilerOptions: { declaration: true, emitDeclarationOnly: true, rootDir: "src", outDir: "dist" },
    include: ["src"],
  }),
  "packages/example/src/index.ts": 'export { twice } from "./lib/twice.ts";\n',
  "packages/example/src/cli.ts": '#!/usr/bin/env node\nimport { twice } from "./lib/twice.ts";\ntwice(2);\n',
  "packages/example/src/lib/twice.ts": "export const twice = (value: number): number => 2 * value;\n",
  "packages/example/dist/lib/stale.js": "",
};
/** In its place, a program that is no import. */
const PROGRAM = {
  "packages/example/package.json": JSON.stringify({ name: "example", publishConfig: { bin: PUBLISH.bin } }),
  "packages/example/tsconfig.build.json": undefined,
};

/** Builds the package, and returns its folder with the files of its `dist`. */
async function built(files: Files): Promise<{ readonly folder: string; readonly files: readonly string[] }> {
  const folder = join(await folderWith({ ...FILES, ...files }), "packages/example");
  await buildPackage(folder);
  const entries = await readdir(join(folder, "dist"), { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  return { folder, files: paths.sort() };
}

const build = async (files: Files): Promise<readonly string[]> => (await built(files)).files;

describe("a built package", { timeout: 30_000 }, () => {
  it("has its entries, what they share and a declaration for each module, and nothing of an earlier build", async () => {
    expect(await build({})).toEqual([
      "dist/cli.d.ts",
      "dist/cli.js",
      "dist/index.d.ts",
      "dist/index.js",
      "dist/lib/twice.d.ts",
      expect.stringMatching(/^dist\/shared-\w+\.js$/),
    ]);
  });

  it("has no declarations if it is a program alone, which has no configuration of the compiler", async () => {
    expect(await build(PROGRAM)).toEqual(["dist/cli.js"]);
  });

  it("has each file once, whatever entries name it, and nothing for those outside of dist", async () => {
    const exports = { ".": "./dist/cli.js", "./again": "./dist/cli.js", "./seed.schema.json": "./seed.schema.json" };
    const manifest = JSON.stringify({ name: "example", publishConfig: { ...PUBLISH, exports } });
    expect(await build({ ...PROGRAM, "packages/example/package.json": manifest })).toEqual(["dist/cli.js"]);
  });

  it("is not made if it publishes nothing of dist", async () => {
    await expect(build({ "packages/example/package.json": JSON.stringify({ name: "example", publishConfig: { access: "public" } }) })).rejects.toThrow(
      "example publishes no file of dist; name its entries in publishConfig.exports and its commands in publishConfig.bin.",
    );
  });

  it("is not made of what does not compile", async () => {
    await expect(build({ "packages/example/src/lib/twice.ts": "export const twice = (value: number): string => 2 * value;\n" })).rejects.toThrow(
      "src/lib/twice.ts(1,49): error TS2322",
    );
  });

  describe("that takes something in of another maker", () => {
    const TAKEN_IN = {
      ...PROGRAM,
      "packages/example/node_modules/@maker/taken/package.json":
        '{ "name": "@maker/taken", "version": "1.2.3", "license": "MIT", "main": "index.js", "sideEffects": false }',
      "packages/example/node_modules/@maker/taken/index.js": "export const taken = 1;",
      "packages/example/src/cli.ts": 'import { taken } from "@maker/taken";\nconsole.log(taken);\n',
    };

    it("ships its licence, and says what it is", async () => {
      const { folder, files } = await built({ ...TAKEN_IN, "packages/example/node_modules/@maker/taken/LICENSE": "MIT License\n\nBy the maker.\n" });
      expect(files).toEqual(["dist/THIRD-PARTY-NOTICES.md", "dist/cli.js"]);
      expect(await readFile(join(folder, "dist/THIRD-PARTY-NOTICES.md"), "utf8")).toBe(
        "# Taken in from other makers\n\n## @maker/taken 1.2.3, MIT\n\nMIT License\n\nBy the maker.\n",
      );
      expect(await readNotices(folder)).toEqual([{ name: "@maker/taken", version: "1.2.3", license: "MIT" }]);
    });

    it("is refused without a licence to ship", async () => {
      await expect(build(TAKEN_IN)).rejects.toThrow("@maker/taken has no LICENSE, so it cannot be bundled; name it in dependencies instead.");
    });

    it("has no notices if nothing of it is left", async () => {
      const left = { "packages/example/src/cli.ts": 'import { taken } from "@maker/taken";\nexport type Taken = typeof taken;\n' };
      const { folder, files } = await built({ ...TAKEN_IN, ...left });
      expect(files).toEqual(["dist/cli.js"]);
      expect(await readNotices(folder)).toEqual([]);
    });
  });
});
