import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";

interface Workflow {
  readonly jobs: {
    readonly [name: string]: { readonly permissions?: { readonly [scope: string]: string }; readonly steps: readonly { readonly run?: string }[] };
  };
}

const folder = fileURLToPath(new URL("../../../.github/workflows/", import.meta.url));
const root = fileURLToPath(new URL("../../../", import.meta.url));
const files = (await readdir(folder)).sort();
const texts = new Map(await Promise.all(files.map(async (file) => [file, await readFile(`${folder}${file}`, "utf8")] as const)));
const workflowOf = (file: string): Workflow => parseYaml(texts.get(file) ?? "") as Workflow;

describe("a workflow", () => {
  it.each(files)("names every action by the digest of a commit, with its version for people: %s", (file) => {
    const uses = (texts.get(file) ?? "").split("\n").filter((line) => /^\s*(- )?uses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(files)("asks for nothing that is not there: %s", async (file) => {
    const { scripts } = JSON.parse(await readFile(`${root}package.json`, "utf8")) as { readonly scripts: object };
    const commands = [...(texts.get(file) ?? "").matchAll(/npx pnpm ([\w:-]+)/g)].map(([, script]) => script);
    for (const script of commands) expect(Object.keys(scripts)).toContain(script);
  });
});

describe("the jobs of CI", () => {
  it("run every command that .ci/run runs", async () => {
    const commandsIn = (text: string): readonly string[] => [...text.matchAll(/npx pnpm ([\w:-]+)/g)].map(([, command = ""]) => command);
    const own = new Set(commandsIn(texts.get("ci.yml") ?? ""));
    // A step of its own there, a part of check or of a test elsewhere.
    const builtByOthers = ["build"];
    const missing = commandsIn(await readFile(`${root}.ci/run`, "utf8")).filter((command) => !own.has(command) && !builtByOthers.includes(command));
    expect(missing).toEqual([]);
  });
});

describe("the pnpm of the workflows", () => {
  const INSTALL = "npm ci --ignore-scripts --prefix .github/pnpm";

  it.each(files)("is installed by version and hash before anything runs the registry's latest one: %s", (file) => {
    const late = Object.entries(workflowOf(file).jobs).filter(([, { steps }]) => {
      const commands = steps.map(({ run }) => run ?? "");
      const first = commands.findIndex((command) => /npx pnpm|\.ci\/run/.test(command));
      return first >= 0 && !commands.slice(0, first).some((command) => command.startsWith(INSTALL));
    });
    expect(late.map(([name]) => name)).toEqual([]);
  });

  it("is that of the repository, to the hash", async () => {
    const json = async (path: string): Promise<unknown> => JSON.parse(await readFile(`${root}${path}`, "utf8"));
    const { packageManager } = (await json("package.json")) as { readonly packageManager: string };
    const { packages } = (await json(".github/pnpm/package-lock.json")) as {
      readonly packages: { readonly [path: string]: { readonly version: string; readonly integrity: string } };
    };
    const installed = Object.entries(packages).filter(([path]) => path !== "");
    expect(installed.map(([path]) => path)).toEqual(["node_modules/@pnpm/exe.linux-x64"]);
    const lockfile = parseYaml(await readFile(`${root}pnpm-lock.yaml`, "utf8")) as {
      readonly packages: { readonly [name: string]: { readonly resolution: { readonly integrity: string } } };
    };
    for (const [, { version, integrity }] of installed) {
      expect(`pnpm@${version}`).toBe(packageManager);
      expect(integrity).toBe(lockfile.packages[`@pnpm/exe.linux-x64@${version}`]?.resolution.integrity);
    }
  });
});

it("one job of a release may publish, and it installs nothing", () => {
  const publishing = Object.values(workflowOf("release.yml").jobs).filter(({ permissions }) => permissions?.["id-token"] === "write");
  const commands = publishing.map(({ steps }) => steps.map(({ run }) => run ?? "").join("\n"));
  expect(commands).toEqual([expect.stringContaining("node tools/release/src/publish-cli.ts release")]);
  expect(commands.join("\n")).not.toMatch(/\b(npx|pnpm|install|ci)\b/);
});
