import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/parts/commands.ts";
import { type Command, readWords } from "../../src/parts/part.ts";
import { recordPart, showPart } from "../../src/parts/run-parts.ts";

const CLI = join(ROOT, "tools/test-kit/src/parts/cli.ts");
const [curl, lint] = ["curl", "lint"].map((name) => ({ about: `checks ${name}`, run: `run-${name}` }));
const words = { about: "checks words", run: "run-words", takes: "[path]…" };
const whole = { about: "all", run: "run-all", takes: "file" };
const test = { parts: { curl }, whole } as Command;
const check = { parts: { lint, words }, lanes: [{ lint }, { words }] } as Command;

describe("the words after a command", () => {
  it.each([
    ["nothing runs the whole", test, [], { part: whole, words: [] }],
    ["paths and options belong to the whole", test, ["packages/core", "--bail", "1"], { part: whole, words: ["packages/core", "--bail", "1"] }],
    ["an option first belongs to the whole", test, ["-t", "curl"], { part: whole, words: ["-t", "curl"] }],
    ["a part takes the options after it", test, ["curl", "--bail", "1"], { part: curl, words: ["--bail", "1"] }],
    ["a part without words takes no word", test, ["curl", "lint"], { unknown: "lint" }],
    ["a part that is none is no file", test, ["crul"], { unknown: "crul" }],
    ["a name of every object is no part", test, ["constructor"], { unknown: "constructor" }],
    ["nothing runs all lanes", check, [], { lanes: [[["lint", lint]], [["words", words]]] }],
    ["several parts run in their lanes", check, ["words", "lint"], { lanes: [[["lint", lint]], [["words", words]]] }],
    ["a part takes its words", check, ["words", "README.md"], { part: words, words: ["README.md"] }],
    ["a command without lanes and whole needs a part", { parts: {} }, [], { unknown: "" }],
  ])("%s: %#", (_what, command, given, wanted) => {
    expect(readWords(command, given)).toEqual(wanted);
  });
});

describe.each(Object.entries(COMMANDS))("npx pnpm %s", (name, { parts }) => {
  const row = (part: string): RegExp => new RegExp(String.raw`^ {2}${part} .*\w`, "m");

  it.each([["--help"], ["list"]])("%s prints a line for each part", async (word) => {
    const { code, stdout } = await askCommand(CLI, name, word);
    expect(code).toBe(0);
    for (const part of Object.keys(parts)) expect(stdout).toMatch(row(part));
  });

  it("exits with 2 and the parts for one that is none", async () => {
    const { code, stdout, stderr } = await askCommand(CLI, name, "nothing");
    expect([code, stdout, stderr.split("\n", 1)[0]]).toEqual([2, "", "nothing is not a part."]);
    for (const part of Object.keys(parts)) expect(stderr).toMatch(row(part));
  });

  it("is a script of package.json", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { readonly scripts: { readonly [name: string]: string } };
    expect(scripts[name]).toBe(`node --import tsx tools/test-kit/src/parts/cli.ts ${name}`);
  });
});

describe("a part with several programs", () => {
  it("ends with the first that fails", async () => {
    expect(await recordPart({ about: "", run: "echo a && false && echo b" })).toEqual({ ok: false, output: "a\n" });
    expect(await recordPart({ about: "", run: "echo a && echo b" })).toEqual({ ok: true, output: "a\nb" });
  });

  it("has the code of the last one, which takes the words", async () => {
    expect(await showPart({ about: "", run: "true && sh -c" }, ["exit 7"])).toBe(7);
    expect(await showPart({ about: "", run: "false && sh -c" }, ["exit 7"])).toBe(1);
    expect(await showPart({ about: "", run: "sh -c" }, ["exit 0"])).toBe(0);
  });
});
