import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { chromiumPath } from "@keywright/tool-test-kit/testing/chromium";
import { installPinned } from "./pinned.ts";

/** A runtime, such as Node. */
export interface Runtime {
  /** Name and version, such as `Node 20.19.0`. */
  readonly name: string;
  readonly command: string;
  /** Arguments before the name of the program. */
  readonly parameters: readonly string[];
}

/** A runtime that cannot run on this machine, with the reason. */
export interface MissingRuntime {
  readonly name: string;
  readonly missing: string;
}

// The permissions of a program with files and checkpoints, which `flock` locks, and of keywright-run, which starts Node.
const DENO_RIGHTS = `run --quiet --no-prompt --no-remote --node-modules-dir=manual --allow-net=127.0.0.1 --allow-read --allow-env --allow-write --allow-run=flock,${process.execPath}`;

/** Finds the runtimes for the command line: supported versions of Node, the running one, Bun and Deno. */
export async function findRuntimes(): Promise<readonly (Runtime | MissingRuntime)[]> {
  const resolve = await installPinned("runtimes");
  return Promise.all([
    { name: `Node ${process.versions.node}`, command: process.execPath, parameters: [] },
    find(resolve, "Node 20.19", "node-20", "bin/node"),
    find(resolve, "Node 22.12", "node-22", "bin/node"),
    find(resolve, "Node 24", "node-24", "bin/node"),
    find(resolve, "Bun", "@oven/bun-linux-x64", "bin/bun"),
    find(resolve, "Deno", "deno", "../@deno/*/deno", DENO_RIGHTS.split(" ")),
  ]);
}

/** Finds workerd. */
export async function findWorkerd(): Promise<Runtime | MissingRuntime> {
  return find(await installPinned("runtimes"), "workerd", "workerd", "../@cloudflare/*/bin/workerd");
}

/** Finds Chromium. */
export function findChromium(): Runtime | MissingRuntime {
  const [name, command] = ["Chromium", chromiumPath()];
  return existsSync(command) ? { name, command, parameters: [] } : { name, missing: `there is no Chromium at ${command}; set CHROMIUM to its path` };
}

/** Finds a program in the folder of a pinned package. `*` is the package of a scope for this platform. */
async function find(
  resolve: NodeJS.RequireResolve,
  name: string,
  packageName: string,
  program: string,
  parameters: readonly string[] = [],
): Promise<Runtime | MissingRuntime> {
  try {
    const [folder = "", file] = join(dirname(resolve(`${packageName}/package.json`)), program).split("/*/");
    const command = file === undefined ? folder : join(folder, (await readdir(folder))[0] ?? "", file);
    const { ok, output } = await runCommand(command, ["--version"], { folder: dirname(command), timeoutMs: 10_000 });
    if (!ok) return { name, missing: `its program does not start: ${output.split("\n")[0]}` };
    return { name: `${name.split(" ")[0]} ${/\d[\d.-]*/.exec(output)?.[0]}`, command, parameters };
  } catch {
    return { name, missing: `its npm package has no program for ${process.platform} ${process.arch}` };
  }
}
