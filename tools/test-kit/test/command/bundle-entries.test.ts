import { readdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { build } from "esbuild";
import { beforeEach, describe, expect, it } from "vitest";
import { type Files, folderWith, writeFiles } from "../../../check/test/support.ts";
import { bundleEntries } from "../../src/command/bundle-entries.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await folderWith({
    "packages/example/package.json": '{ "type": "module", "sideEffects": false }',
  });
  folder = join(root, "packages/example");
});

/** Bundles a package of some sources: the text of each file, the shared ones under the name `shared`, `shared2` and so on. */
async function built(sources: Files, entries: readonly string[], outside: readonly string[] = []): Promise<{ readonly [file: string]: string }> {
  await writeFiles(join(folder, "src"), sources);
  const exports = Object.fromEntries(entries.map((name) => [name, `./dist/${name}.js`]));
  await bundleEntries(folder, { name: "example", publishConfig: { exports }, dependencies: Object.fromEntries(outside.map((name) => [name, "1.0.0"])) });
  const files = (await readdir(join(folder, "dist"))).sort();
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file, await readFile(join(folder, "dist", file), "utf8")])));
}

const importFrom = async (from: string, script: string): Promise<Record<string, unknown>> =>
  (await import(pathToFileURL(join(from, "dist", script)).href)) as Record<string, unknown>;

describe("the bundled entries of a package", () => {
  it("have one file of what they share, whichever of them share it", async () => {
    const files = await built(
      {
        "lib/a.ts": "export class A {}",
        "lib/b.ts": "export const b = Symbol();",
        "one.ts": 'export { A } from "./lib/a.ts"; export { b } from "./lib/b.ts";',
        "two.ts": 'export { A } from "./lib/a.ts";',
        "three.ts": 'export { b } from "./lib/b.ts";',
      },
      ["one", "two", "three"],
    );
    expect(Object.keys(files)).toEqual(["one.js", expect.stringMatching(/^shared-\w+\.js$/), "three.js", "two.js"]);
    const [one, two, three] = [await importFrom(folder, "one.js"), await importFrom(folder, "two.js"), await importFrom(folder, "three.js")];
    expect([one["A"] === two["A"], one["b"] === three["b"]]).toEqual([true, true]);
  });

  it("have what an entry passes to the others before it is used, if that entry is one of those that share", async () => {
    await built(
      {
        "values.ts": 'export const VALUES = ["a"];',
        "lib/draft.ts": 'import { VALUES } from "../values.ts"; const KNOWN = VALUES; export const first = (): string | undefined => KNOWN[0];',
        "one.ts": 'export { first } from "./lib/draft.ts"; export { VALUES } from "./values.ts";',
        "two.ts": 'export { first } from "./lib/draft.ts";',
      },
      ["one", "two", "values"],
    );
    const [one, two, values] = [await importFrom(folder, "one.js"), await importFrom(folder, "two.js"), await importFrom(folder, "values.js")];
    expect((two["first"] as () => unknown)()).toBe("a");
    expect(one["VALUES"] === values["VALUES"]).toBe(true);
    expect(Object.keys(values)).toEqual(["VALUES"]);
  });

  it("keep a large shared part from the entries that do without it", async () => {
    const files = await built(
      {
        "lib/large.ts": `export const LARGE = ${JSON.stringify("x".repeat(100_000))};`,
        "lib/small.ts": "export const SMALL = 1;",
        "one.ts": 'export { LARGE } from "./lib/large.ts"; export { SMALL } from "./lib/small.ts";',
        "two.ts": 'export { LARGE } from "./lib/large.ts";',
        "three.ts": 'export { SMALL } from "./lib/small.ts";',
      },
      ["one", "two", "three"],
    );
    const large = Object.keys(files).find((name) => files[name]?.includes("xxxx"));
    expect(Object.keys(files)).toHaveLength(5);
    expect(files["two.js"]).toContain(`./${large}`);
    expect(files["three.js"]).not.toContain(`./${large}`);
  });

  it("load what is imported late only then, also what several late files share", async () => {
    const files = await built(
      {
        "lib/heavy.ts": 'import { given } from "given"; export const heavy = given;',
        "lib/usage.ts": "export class Usage {}",
        "lib/run.ts": 'import { heavy } from "./heavy.ts"; import { Usage } from "./usage.ts"; export const run = [heavy, Usage];',
        "lib/watch.ts": 'import { heavy } from "./heavy.ts"; import { Usage } from "./usage.ts"; export const watch = [heavy, Usage];',
        "cli.ts":
          'import { Usage } from "./lib/usage.ts"; export const load = (late: boolean) => [Usage, late ? import("./lib/run.ts") : import("./lib/watch.ts")];',
      },
      ["cli"],
      ["given"],
    );
    const loadedBy = (name: string): readonly string[] => {
      const imports = [...(files[name] ?? "").matchAll(/from "\.\/([^"]+)"/g)].map(([, found = ""]) => found);
      return [name, ...imports.flatMap(loadedBy)];
    };
    expect(loadedBy("cli.js").filter((name) => files[name]?.includes('from "given"'))).toEqual([]);
    expect(Object.values(files).join("")).toContain('from "given"');
  });

  it("leave what users install to their import, also where it is loaded late, and take in what they do not", async () => {
    await writeFiles(folder, {
      "node_modules/taken/package.json": '{ "name": "taken", "main": "index.js", "sideEffects": false }',
      "node_modules/taken/index.js": "export const used = () => 'taken in'; export const unused = () => 'left out';",
    });
    const source =
      'import { used } from "taken"; import { join } from "node:path"; import { a } from "given/a"; export const late = () => import("given"); export const all = [used, join, a];';
    const { "one.js": text = "" } = await built({ "one.ts": source }, ["one"], ["given"]);
    expect(text).toContain("taken in");
    expect(text).not.toContain("left out");
    expect(text).toMatch(/from "node:path"/);
    expect(text).toMatch(/from "given\/a"/);
    expect(text).toContain('import("given")');
  });

  it("are not written if a comment that stays in them is not ASCII", async () => {
    const source = 'export const one = [\n  // A paragraph, \u00a7.\n  "\u00e9",\n];';
    await expect(built({ "one.ts": source }, ["one"])).rejects.toThrow("write it in ASCII: // A paragraph, \u00a7.");
    const { "one.js": text } = await built({ "one.ts": source.replace("\u00a7", "") }, ["one"]);
    expect(text).toContain('"\\xE9"');
  });

  it("are the same each time, and stay readable", async () => {
    const sources = {
      "lib/a.ts": "/** Adds. */\nexport function add(first: number, second: number): number {\n  return first + second;\n}",
      "one.ts": 'export { add } from "./lib/a.ts";',
      "two.ts": 'export { add } from "./lib/a.ts";',
    };
    const first = await built(sources, ["one", "two"]);
    expect(await built(sources, ["one", "two"])).toEqual(first);
    expect(Object.values(first).join("")).toContain("function add(first, second) {\n  return first + second;\n}");
    expect(Object.values(first).join("")).not.toMatch(/Adds|sourceMappingURL/);
  });
});

it("the built core takes in what writes queries and merges headers, and nothing else of other makers; bundlers leave out what no one imports", async () => {
  const core = resolve(import.meta.dirname, "../../../../packages/core");
  const { outputs } = await bundleEntries(core, await readManifest(core), root);
  const inputs = Object.values(outputs).flatMap((output) => Object.entries(output.inputs));
  const foreign = inputs.filter(([path, { bytesInOutput }]) => path.includes("node_modules") && bytesInOutput > 0);
  expect(foreign).toEqual([[expect.stringMatching(/node_modules\/openapi-fetch\/dist\/index\.mjs$/), { bytesInOutput: expect.any(Number) }]]);
  expect(foreign[0]?.[1].bytesInOutput).toBeLessThan(4500);
  const { outputFiles } = await build({
    stdin: { contents: 'import "./dist/index.js";', resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  // All of the entry has some forty thousand bytes. What is worked out when a file is loaded stays: work it out where it is used, or mark it as pure.
  expect(outputFiles[0]?.text).toMatch(/^.{0,100}$/s);
});
