import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { ROOT as root } from "@keywright/tool-test-kit/services";
import { COMMANDS } from "@keywright/tool-test-kit/parts";
import { type Answer, askCommand } from "@keywright/tool-test-kit/testing/ask-command";
import { bundledProgram } from "@keywright/tool-test-kit/testing/bundled-program";
import { PATIENCE_MS } from "@keywright/tool-test-kit/testing/limits";
import { describe, expect, test } from "vitest";

/** Those that listen to the signals of their process from the start need one of their own. */
const processes = new Map<string, string>();
for (const name of ["conformance", "emulator", "run", "tail"]) processes.set(`packages/${name}/src/cli.ts`, bundledProgram(resolve(root, "packages", name)));

async function run(command: string, ...args: readonly string[]): Promise<Answer> {
  const file = resolve(root, command);
  const bundled = processes.get(command);
  if (bundled === undefined) return askCommand(file, ...args);
  const { status, stdout, stderr } = spawnSync(process.execPath, [bundled, ...args], { cwd: root, encoding: "utf8", timeout: PATIENCE_MS });
  return { code: status ?? -1, stdout, stderr };
}

/** The sources of all commands: of the tools, and of what is published. */
async function commandsOf(parent: string): Promise<string[]> {
  const folders = (await readdir(resolve(root, parent))).map((name) => `${parent}/${name}/src`);
  // Only below `src`: beside it are links to all that is installed.
  const files = await Promise.all(
    folders.map(async (folder) => (await readdir(resolve(root, folder), { recursive: true })).map((file) => `${folder}/${file}`)),
  );
  return files.flat().filter((file) => /\/src\/([\w-]+\/)*([\w-]+-)?cli\.ts$/.test(file));
}

/** Commands next to the tests of their package. */
const NEXT_TO_TESTS = [
  "packages/generate/test/generators/compare-cli.ts",
  "packages/generate/test/public/contracts-cli.ts",
  "packages/contract-tests/test/formats/formats-cli.ts",
  "packages/contract-tests/test/fleet/fleet-cli.ts",
  "packages/contract-tests/test/away/away-cli.ts",
  "tools/docs/test/run-cli.ts",
];

const commands = [...(await commandsOf("tools")), ...(await commandsOf("packages")), ...NEXT_TO_TESTS];

describe("every command", () => {
  test("of package.json and of parts is among those that are tried", async () => {
    const { scripts } = JSON.parse(await readFile(resolve(root, "package.json"), "utf8")) as { readonly scripts: { readonly [name: string]: string } };
    const parts = Object.values(COMMANDS).flatMap((command) => Object.values(command.parts).map(({ run: line }) => line));
    const named = [...Object.values(scripts), ...parts].flatMap((script) => script.match(/\S+\.ts(?= |$)/g) ?? []);
    expect(commands).toEqual(expect.arrayContaining([...new Set(named.filter((file) => !file.endsWith(".config.ts")))]));
  });

  test.each(commands)("%s prints its help on stdout, and exits with 0", async (command) => {
    expect(await run(command, "--help")).toEqual({ code: 0, stdout: expect.stringMatching(/^Usage: /) as unknown, stderr: "" });
  });

  test.each(commands)("%s ends with 2 on an option that it does not know, and says how it is used", async (command) => {
    const { code, stdout, stderr } = await run(command, "--no-such-option");
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: "", stderr: expect.stringMatching(/Usage: |Try \S+ --help/) as unknown });
    expect(stderr).toContain("--no-such-option");
    expect(stderr).not.toMatch(/^ +at /m);
  });
});

describe("a word that a command does not take", () => {
  test.each([
    ["tools/torture/src/faults-cli.ts", ["F5"], "F5 is not understood."],
    ["tools/torture/src/faults-cli.ts", ["--only", "F999"], "There is no row F999."],
    ["tools/torture/src/kill-cli.ts", ["--", "--seed", "soon"], "--seed takes a whole number."],
    ["tools/contracts/src/diff-cli.ts", ["main", "other"], "other is not understood."],
    ["tools/check/src/sizes-cli.ts", ["vault"], "vault is not understood."],
    ["tools/mocks/src/cli.ts", ["--port", "http"], "--port must be a whole number of 0 to 65533; got http"],
  ])("is an error of %s %j", async (command, args, told) => {
    const { code, stderr } = await run(command, ...args);
    expect({ code, lines: stderr.split("\n").slice(0, 2) }).toEqual({ code: 2, lines: [told, expect.stringMatching(/^Usage: npx pnpm /)] });
  });
});
