import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { completionFor } from "../src/lib/command/completion.ts";
import { COMMANDS, OPTIONS, SHELLS, USAGE } from "../src/lib/command/options.ts";

/** What bash would offer for the words of a command line, of which the last one is completed. */
async function offered(...words: readonly string[]): Promise<readonly string[]> {
  const line = ["keywright-run", ...words].map((word) => `'${word}'`).join(" ");
  const script = `${completionFor("bash")}\nCOMP_WORDS=(${line}) COMP_CWORD=${words.length}\n_keywright_run\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", script]);
  return stdout.split("\n").filter(Boolean);
}

describe("the completion", () => {
  it.each(SHELLS)("of %s has all commands and options", (shell) => {
    const script = completionFor(shell);
    for (const name of Object.keys(OPTIONS)) expect(script).toMatch(new RegExp(`(--|-l )${name}\\b`));
    for (const name of Object.keys(COMMANDS).filter((each) => each !== "run")) expect(script).toContain(name);
  });

  it("of bash completes commands, options, and after -- the words of another command", async () => {
    expect(await offered("")).toEqual(["inject", "read", "check", "completion"]);
    expect(await offered("i")).toEqual(["inject"]);
    expect(await offered("--env-file", "a", "--no-m")).toEqual(["--no-masking"]);
    expect(await offered("--", "sle")).toContain("sleep");
    expect(await offered("--", "node", "--no-m")).toEqual([]);
  });
});

it("the help names all options and commands, and no others", () => {
  const options = new Set([...USAGE.matchAll(/(?<![\w'])--[a-z][a-z-]+/g)].map(([name]) => name));
  expect([...options].sort()).toEqual(
    Object.keys(OPTIONS)
      .map((name) => `--${name}`)
      .sort(),
  );
  for (const name of Object.keys(COMMANDS).filter((each) => each !== "run")) expect(USAGE).toMatch(new RegExp(`^ {2}${name} `, "m"));
});
