import { describe, expect, it } from "vitest";
import { findCircular, foldersOf } from "../../src/structure/circles.ts";
import { findUpward, measureFolders } from "../../src/structure/measure.ts";
import { countFiles, countLines, countWords, findWideComments, readImports, readSources } from "../../src/structure/sources.ts";
import { folderWith } from "../support.ts";

const sourcesOf = async (files: { readonly [path: string]: string }) => readSources(await folderWith(files), "packages");

describe("sources", () => {
  it("are the hand-written TypeScript and JavaScript in src, counted like wc -l", async () => {
    const sources = await sourcesOf({
      "packages/a/src/index.ts": "one\ntwo\nthree",
      "packages/a/src/lib/rule.js": "one\n",
      "packages/a/src/lib/text.txt": "one\n",
      "packages/a/src/generated/schema.ts": "one\n",
      "packages/a/src/lib/generated/schema.ts": "one\n",
      "packages/a/test/index.test.ts": "one\n",
      "packages/b/package.json": "{}\n",
    });
    expect(sources.map(({ place, path }) => [place, path])).toEqual([
      ["packages/a", "packages/a/src/index.ts"],
      ["packages/a", "packages/a/src/lib/rule.js"],
    ]);
    expect(countLines(sources)).toBe(3);
    expect(countWords("# A title\n\n| a | b |\n\tc  d\n")).toBe(10);
    expect([...countFiles(sources)]).toEqual([
      ["packages/a/src", 1],
      ["packages/a/src/lib", 1],
    ]);
  });

  it("have a largest folder in each package, without lists", async () => {
    const sources = await sourcesOf({
      "packages/a/src/lib/a.ts": "",
      "packages/a/src/lib/b.ts": "",
      "packages/a/src/rules/a.ts": "",
      "packages/a/src/rules/b.ts": "",
      "packages/a/src/rules/c.ts": "",
      "packages/ab/src/a.ts": "",
    });
    expect(measureFolders(sources, { "packages/a/src/rules": "rules" })).toEqual([
      { what: "files of a folder: packages/a", value: 2, details: ["packages/a/src/lib 2"] },
      { what: "files of a folder: packages/ab", value: 1, details: ["packages/ab/src 1"] },
      { what: "files of a list: packages/a/src/rules", value: 3 },
    ]);
  });

  it("have comments over a number of columns, whatever contains them", async () => {
    const wide = "x".repeat(20);
    const sources = await sourcesOf({
      "packages/a/src/index.ts": [
        `// ${wide}`,
        "// short",
        `const text = "// ${wide}";`,
        `const more = 1; // ${wide}`,
        `const long = \`\n// ${wide}\`;`,
        `function f() {\n  // ${wide}\n}`,
        `/**\n * short\n * ${wide}\n */`,
      ].join("\n"),
    });
    expect(findWideComments(sources, 20)).toEqual([1, 4, 8, 12].map((line) => `packages/a/src/index.ts:${line}`));
  });
});

describe("imports", () => {
  it("are those of values and types, exports and import()", async () => {
    const sources = await sourcesOf({
      "packages/a/src/lib/a.ts": [
        'import { b } from "./b.ts";',
        'import type { C } from "../c.ts";',
        'export * from "./d/d.ts";',
        'const e = import("./e.ts");',
        "const text = 'import { f } from \"./f.ts\";';",
        '// import { g } from "./g.ts";',
        'import x from "x";',
      ].join("\n"),
    });
    const names = ["lib/b", "c", "lib/d/d", "lib/e"].map((name) => `packages/a/src/${name}.ts`);
    expect(readImports(sources).get("packages/a/src/lib/a.ts")).toEqual([...names, "x"]);
  });

  it("go upward to tools, out of core, and in circles of packages", async () => {
    const sources = await sourcesOf({
      "packages/a/src/a.ts": 'import x from "@keywright/tool-x"; import core from "@keywright/core/client"; import b from "@keywright/b";',
      "packages/b/src/b.ts": 'import x from "../../../tools/x/src/x.ts"; import a from "@keywright/a/node"; import own from "@keywright/b";',
      "packages/core/src/c.ts": 'import c from "@keywright/c"; import { join } from "node:path";',
    });
    expect(findUpward(readImports(sources))).toEqual([
      "packages/a -> tools/x",
      "packages/b -> tools/x",
      "packages/core -> packages/c",
      "packages/a -> packages/b",
      "packages/b -> packages/a",
    ]);
  });

  it("are circular between files and between folders", async () => {
    const sources = await sourcesOf({
      "packages/a/src/index.ts": 'export * from "./lib/a.ts"; export * from "./generated/x.ts";',
      "packages/a/src/lib/a.ts": 'import "./b.ts"; import "./deep/d.ts";',
      "packages/a/src/lib/b.ts": 'import type { A } from "./a.ts";',
      "packages/a/src/lib/c.ts": "",
      "packages/a/src/lib/deep/d.ts": 'import "../other/e.ts";',
      "packages/a/src/lib/other/e.ts": 'import "../c.ts";',
    });
    const imports = readImports(sources);
    const lib = "packages/a/src/lib";
    expect(findCircular(imports)).toEqual([`${lib}/a.ts -> ${lib}/b.ts`, `${lib}/b.ts -> ${lib}/a.ts`]);
    expect(findCircular(foldersOf(imports))).toEqual([`${lib} -> ${lib}/deep`, `${lib}/deep -> ${lib}/other`, `${lib}/other -> ${lib}`]);
  });

  it("in one direction are no circle", async () => {
    const imports = readImports(
      await sourcesOf({
        "packages/a/src/a.ts": 'import "./lib/b.ts"; import "./lib/c/c.ts";',
        "packages/a/src/lib/b.ts": 'import "./c/c.ts";',
        "packages/a/src/lib/c/c.ts": "",
      }),
    );
    expect([findCircular(imports), findCircular(foldersOf(imports))]).toEqual([[], []]);
  });
});
