import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { installPinned } from "./pinned.ts";

/** What runs programs from the command line. */
export interface Runtime {
  /** Name and version, such as `Node 20.19.0`. */
  readonly name: string;
  readonly command: string;
  /** What stands before the name of the program. */
  readonly parameters: readonly string[];
}

/** A runtime that cannot run here, and why. */
export interface MissingRuntime {
  readonly name: string;
  readonly missing: string;
}

// What a program with files and checkpoints needs: the lock of a checkpoint is taken by `flock`.
const DENO_RIGHTS = [
  "run",
  "--quiet",
  "--no-prompt",
  "--no-remote",
  "--node-modules-dir=manual",
  "--allow-net=127.0.0.1",
  "--allow-read",
  "--allow-env",
  "--allow-write",
  "--allow-run=flock",
];

/** Finds Node in its oldest supported, its other supported and the running version, Bun and Deno. */
export async function findRuntimes(): Promise<readonly (Runtime | MissingRuntime)[]> {
  const resolve = await installPinned("runtimes");
  const inside = (name: string, file: string) => (): string => join(dirname(resolve(`${name}/package.json`)), file);
  return Promise.all([
    { name: `Node ${process.versions.node}`, command: process.execPath, parameters: [] },
    find("Node 20.19", inside("node-20", "bin/node"), []),
    find("Node 22.12", inside("node-22", "bin/node"), []),
    find("Node 24", inside("node-24", "bin/node"), []),
    find("Bun", inside("@oven/bun-linux-x64", "bin/bun"), []),
    find("Deno", await besides(resolve, "deno", "@deno", "deno"), DENO_RIGHTS),
  ]);
}

/** Finds workerd, which has a way of its own of being started: the path of its program. */
export async function findWorkerd(): Promise<Runtime | MissingRuntime> {
  return find("workerd", await besides(await installPinned("runtimes"), "workerd", "@cloudflare", "bin/workerd"), []);
}

/** A file of the one package in a scope that holds the program of a package for this platform. */
async function besides(resolve: NodeJS.RequireResolve, name: string, scope: string, file: string): Promise<() => string> {
  try {
    const folder = join(dirname(resolve(`${name}/package.json`)), "..", scope);
    const [platform = ""] = await readdir(folder);
    return () => join(folder, platform, file);
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

async function find(name: string, locate: () => string, parameters: readonly string[]): Promise<Runtime | MissingRuntime> {
  try {
    const command = locate();
    const { ok, output } = await runCommand(command, ["--version"], { folder: dirname(command), timeoutMs: 10_000 });
    if (!ok) return { name, missing: `its program does not start here: ${output.split("\n")[0]}` };
    return { name: `${name.split(" ")[0]} ${/\d[\d.-]*/.exec(output)?.[0]}`, command, parameters };
  } catch {
    return { name, missing: `its npm package has no program for ${process.platform} ${process.arch}` };
  }
}
