import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "@keywright/tool-test-kit/services";
import { COMMANDS } from "@keywright/tool-test-kit/parts";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";

interface Permissions {
  readonly [scope: string]: string;
}

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: object;
}

interface Workflow {
  readonly permissions?: Permissions;
  readonly jobs: { readonly [name: string]: { readonly permissions?: Permissions; readonly steps: readonly Step[] } };
}

const read = (path: string): Promise<string> => readFile(join(ROOT, path), "utf8");
const files = (await readdir(join(ROOT, ".github/workflows"))).sort();
const texts = new Map(await Promise.all(files.map(async (file) => [file, await read(`.github/workflows/${file}`)] as const)));
const workflowOf = (file: string): Workflow => parseYaml(texts.get(file) ?? "") as Workflow;
/** The commands in a text: scripts of package.json, each with its part. */
const commandsIn = (text = ""): readonly string[] =>
  Array.from(text.replaceAll(/^ *#.*$/gm, "").matchAll(/npx pnpm ([\w-]+(?: [a-z]+)?)/g), ([, command = ""]) => command);

describe("a workflow", () => {
  it.each(files)("names every action by the digest of a commit, with its version for people: %s", (file) => {
    const uses = (texts.get(file) ?? "").split("\n").filter((line) => /^\s*(- )?uses:/.test(line));
    expect(uses.length).toBeGreaterThan(0);
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it.each(files)("has no right for all of its jobs except to read: %s", (file) => {
    expect(Object.values(workflowOf(file).permissions ?? { everything: "write" }).filter((right) => right !== "read")).toEqual([]);
  });

  it.each(files)("has commands that a shell can read: %s", (file) => {
    const commands = Object.values(workflowOf(file).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    for (const command of commands) expect(spawnSync("bash", ["-n", "-c", command], { encoding: "utf8" }).stderr).toBe("");
  });

  it.each(files)("asks for nothing that is not there: %s", async (file) => {
    const { scripts } = JSON.parse(await read("package.json")) as { readonly scripts: object };
    const parts = Object.entries(COMMANDS).flatMap(([script, command]) => Object.keys(command.parts).map((part) => `${script} ${part}`));
    for (const command of commandsIn(texts.get(file))) expect([...Object.keys(scripts), ...parts]).toContain(command);
  });
});

it("the jobs of CI run every command that .ci/run runs, but build, which others run first", async () => {
  const own = new Set(["build", ...commandsIn(texts.get("ci.yml"))]);
  expect(commandsIn(await read(".ci/run")).filter((command) => !own.has(command))).toEqual([]);
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
    interface Installed {
      readonly packages: { readonly [path: string]: { readonly version: string; readonly integrity: string } };
    }
    interface Lock {
      readonly packages: { readonly [name: string]: { readonly resolution: { readonly integrity: string } } };
    }
    const { packageManager } = JSON.parse(await read("package.json")) as { readonly packageManager: string };
    const { packages } = JSON.parse(await read(".github/pnpm/package-lock.json")) as Installed;
    const { "": _root, ...installed } = packages;
    const version = packageManager.replace("pnpm@", "");
    const lock = parseYaml(await read("pnpm-lock.yaml")) as Lock;
    const { integrity } = lock.packages[`@pnpm/exe.linux-x64@${version}`]?.resolution ?? {};
    expect(installed).toEqual({ "node_modules/@pnpm/exe.linux-x64": expect.objectContaining({ version, integrity }) });
  });
});

describe("the workflow of a release", () => {
  const jobs = Object.values(workflowOf("release.yml").jobs);

  it("lets one job publish, which installs nothing and writes nothing to the repository", () => {
    const publishing = jobs.filter(({ permissions }) => permissions?.["id-token"] === "write");
    expect(publishing.map(({ permissions }) => permissions)).toEqual([{ contents: "read", "id-token": "write" }]);
    const commands = publishing.flatMap(({ steps }) => steps.map(({ run }) => run ?? "")).join("\n");
    expect(commands).toContain("node tools/release/src/publish-cli.ts ");
    expect(commands).not.toMatch(/\b(npx|pnpm|install|ci)\b/);
  });

  it("tags only what a maintainer has approved and everyone can install", () => {
    const { tag } = workflowOf("release.yml").jobs;
    expect(tag).toHaveProperty("environment", "approved");
    const commands = tag?.steps.flatMap(({ run }) => run ?? []) ?? [];
    expect(commands[0]).toBe("node tools/release/src/publish-cli.ts --check release");
    expect(commands[1]).toContain("git tag");
  });

  it("builds without a cache", () => {
    for (const { uses, with: options } of jobs.flatMap(({ steps }) => steps)) {
      expect(uses ?? "").not.toContain("actions/cache@");
      expect(options ?? {}).not.toHaveProperty("cache");
    }
  });

  it("has no secret, because the registry trusts the workflow itself", () => {
    expect(texts.get("release.yml")).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
  });
});
