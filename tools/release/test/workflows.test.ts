import { spawnSync } from "node:child_process";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
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

  it.each(files)("has no right for all of its jobs except to read: %s", (file) => {
    expect(Object.values(workflowOf(file).permissions ?? { everything: "write" }).filter((right) => right !== "read")).toEqual([]);
  });

  it.each(files)("has commands that a shell can read: %s", (file) => {
    const commands = Object.values(workflowOf(file).jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []));
    for (const command of commands) expect(spawnSync("bash", ["-n", "-c", command], { encoding: "utf8" }).stderr).toBe("");
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

describe("the workflow of a release", () => {
  const jobs = Object.values(workflowOf("release.yml").jobs);

  it("lets one job publish, which installs nothing and writes nothing to the repository", () => {
    const publishing = jobs.filter(({ permissions }) => permissions?.["id-token"] === "write");
    expect(publishing.map(({ permissions }) => permissions)).toEqual([{ contents: "read", "id-token": "write" }]);
    const commands = publishing.flatMap(({ steps }) => steps.map(({ run }) => run ?? "")).join("\n");
    expect(commands).toContain("node tools/release/src/publish-cli.ts release");
    expect(commands).not.toMatch(/\b(npx|pnpm|install|ci)\b/);
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
