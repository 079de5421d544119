import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkReports } from "../../src/api/report.ts";
import { type Files, folderWith, writeFiles } from "../support.ts";

const MANIFEST = {
  name: "@keywright/fixture",
  publishConfig: { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } }, bin: { fixture: "./dist/cli.js" } },
};

const BUILT = {
  "package.json": JSON.stringify(MANIFEST),
  "dist/index.d.ts": '/** A comment. */\nexport { one } from "./lib/one.ts";\nexport * from "./generated/index.ts";\n',
  "dist/lib/one.d.ts": "/** What it does. */\nexport declare function one(limit: number): void;\n",
  "dist/lib/unreached.d.ts": "export declare const hidden: 1;\n",
  "dist/generated/index.d.ts": "export declare const generated: 1;\n",
};

/** A repository with one package that was built, and its report; files that changed afterwards. */
async function built(changes: Files = {}): Promise<string> {
  const root = await folderWith({});
  await writeFiles(join(root, "packages/fixture"), BUILT);
  expect(await checkReports(root, true)).toEqual(["wrote packages/fixture/api.md"]);
  await writeFiles(join(root, "packages/fixture"), changes);
  return root;
}

it("names entries that only generated code imports, without their declarations", async () => {
  const exports = { ".": { types: "./dist/index.d.ts" }, "./client": { types: "./dist/client.d.ts" } };
  const root = await built({
    "package.json": JSON.stringify({ ...MANIFEST, publishConfig: { exports } }),
    "dist/client.d.ts": 'export { one } from "./lib/one.ts";\nexport declare const client: 1;\n',
  });
  await checkReports(root, true, ["@keywright/fixture/client"]);
  const report = await readFile(join(root, "packages/fixture/api.md"), "utf8");
  expect(report).toContain('- `exports["./client"]["types"]` is ./dist/client.d.ts');
  expect(report.match(/^## .*$/gm)).toEqual(["## dist/index.d.ts", "## dist/lib/one.d.ts"]);
});

it("reports entries, and what users reach of the declarations that people wrote", async () => {
  const report = await readFile(join(await built(), "packages/fixture/api.md"), "utf8");
  expect(report.slice(report.indexOf("- `"))).toBe(
    [
      '- `exports["."]["types"]` is ./dist/index.d.ts',
      '- `exports["."]["default"]` is ./dist/index.js',
      '- `bin["fixture"]` is ./dist/cli.js',
      "",
      "## dist/index.d.ts",
      "",
      "```ts",
      'export { one } from "./lib/one.ts";',
      'export * from "./generated/index.ts";',
      "```",
      "",
      "## dist/lib/one.d.ts",
      "",
      "```ts",
      "export declare function one(limit: number): void;",
      "```",
      "",
    ].join("\n"),
  );
});

it("finds nothing if a comment or what no one reaches has changed", async () => {
  const root = await built({
    "dist/lib/one.d.ts": "/** What it does, in other words. */\nexport declare function one(limit: number): void;\n",
    "dist/lib/unreached.d.ts": "export declare const hidden: 2;\n",
  });
  expect(await checkReports(root, false)).toEqual([]);
});

it("finds a changed declaration until its report is written", async () => {
  const root = await built({ "dist/lib/one.d.ts": "export declare function one(limit?: number): void;\n" });
  expect(await checkReports(root, false)).toEqual([
    "packages/fixture/api.md is not what the declarations say; run npx pnpm check api --write and review the change.",
  ]);
  await checkReports(root, true);
  expect(await checkReports(root, false)).toEqual([]);
});

it("finds an entry that is gone, and a package without a report", async () => {
  const root = await built({ "package.json": JSON.stringify({ ...MANIFEST, publishConfig: { exports: MANIFEST.publishConfig.exports } }) });
  expect(await checkReports(root, false)).toHaveLength(1);
  await checkReports(root, true);
  await rm(join(root, "packages/fixture/api.md"));
  expect(await checkReports(root, false)).toHaveLength(1);
});
