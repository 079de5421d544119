import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { expect, it } from "vitest";
import { folderWith } from "../../../check/test/support.ts";
import { bundleEntries } from "../../src/command/bundle-entries.ts";
import { bundledProgram } from "../../src/testing/bundled-program.ts";

const home = join(ROOT, "packages/run");
const script = bundledProgram(home);
const modules = bundledProgram(join(ROOT, "packages/conformance"));

it("the program of a package that publishes one file of CommonJS is that file, in a package of that type", async () => {
  const built = await folderWith({});
  await bundleEntries(home, await readManifest(home), built);
  expect(await readdir(dirname(script))).toEqual(["cli.js"]);
  expect(await readFile(script, "utf8")).toBe(await readFile(join(built, "dist/cli.js"), "utf8"));
  expect(await readManifest(join(dirname(script), ".."))).toMatchObject({ name: "@keywright/run", type: "commonjs" });
  expect(await runCommand(process.execPath, [script, "--version"], { folder: built })).toEqual({
    ok: true,
    output: String((await readManifest(home))["version"]),
  });
});

it("the program of another package is a module", async () => {
  expect(await readFile(modules, "utf8")).toMatch(/^import .* from "node:/m);
  expect(await runCommand(process.execPath, [modules, "--help"], { folder: ROOT })).toMatchObject({ ok: true });
});
