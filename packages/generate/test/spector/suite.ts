import { existsSync } from "node:fs";
import { mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

/** The versions of the suite and of the compiler that it needs. */
const VERSIONS = {
  "@typespec/compiler": "1.11.0",
  "@typespec/events": "0.81.0",
  "@typespec/http": "1.11.0",
  "@typespec/http-specs": "0.1.0-alpha.33-dev.3",
  "@typespec/json-schema": "1.11.0",
  "@typespec/openapi": "1.11.0",
  "@typespec/openapi3": "1.11.0",
  "@typespec/rest": "0.81.0",
  "@typespec/spec-api": "0.1.0-dev.0",
  "@typespec/spector": "0.1.0-alpha.24-dev.2",
  "@typespec/sse": "0.81.0",
  "@typespec/streams": "0.81.0",
  "@typespec/versioning": "0.81.0",
  "@typespec/xml": "0.80.0",
};

/** Outside the workspace, so that its lockfile does not list the suite. */
export const CACHE = join(import.meta.dirname, "../../node_modules/.cache/spector");

/** Links core where generated clients in the cache find it, because the generator does not depend on it. */
export async function linkCore(): Promise<void> {
  const scope = join(CACHE, "node_modules/@keywright");
  await mkdir(scope, { recursive: true });
  await symlink(relative(scope, join(import.meta.dirname, "../../../core")), join(scope, "core"), "dir").catch((error: NodeJS.ErrnoException) => {
    // Another test file, or an earlier run, linked it.
    if (error.code !== "EEXIST") throw error;
  });
}

/**
 * Installs the suite from npm, once per set of versions.
 *
 * @returns The folder with its `node_modules`.
 */
export async function installSuite(): Promise<string> {
  const folder = join(CACHE, "suite");
  const manifest = `${JSON.stringify({ name: "spector-suite", private: true, dependencies: VERSIONS }, undefined, 2)}\n`;
  const installed = join(folder, "package.json");
  if (existsSync(installed) && (await readFile(installed, "utf8")) === manifest) return folder;
  // An interrupted installation must not count as complete.
  const fresh = `${folder}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { recursive: true });
  await writeFile(join(fresh, "package.json"), manifest);
  await run(fresh, "npm", "install", "--legacy-peer-deps", "--no-audit", "--no-fund", "--ignore-scripts");
  // The suite's server reads the current commit.
  await run(fresh, "git", "init", "--quiet");
  const author = ["-c", "user.name=spector", "-c", "user.email=spector@localhost", "-c", "commit.gpgsign=false"];
  await run(fresh, "git", ...author, "commit", "--quiet", "--allow-empty", "-m", "suite");
  await rm(folder, { recursive: true, force: true });
  await rename(fresh, folder);
  return folder;
}

async function run(folder: string, command: string, ...words: readonly string[]): Promise<void> {
  const { ok, output } = await runCommand(command, words, { folder });
  if (!ok) throw new Error(`${command} ${words.join(" ")} failed in ${folder}: ${output.slice(-2000)}`);
}
