import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type CommandOptions, runCommand, runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { chromiumPath } from "@keywright/tool-test-kit/testing/chromium";
import { chromium } from "playwright";
import type { Form } from "./bundle.ts";
import { NotRun } from "./cells.ts";
import type { Services } from "./installed.ts";
import { installPinned } from "./pinned.ts";

/** A runtime, such as Node. */
export interface Runtime {
  /** Name and version, such as `Node 20.19.0`. */
  readonly name: string;
  /** The forms of bundles that it runs. */
  readonly forms: readonly Form[];
  /**
   * Runs a bundle, and returns its output.
   *
   * @throws NotRun if the runtime cannot run on this machine.
   */
  run(bundle: string, services: Services): Promise<string>;
  /** Runs a command of a package, if the runtime has a command line. */
  readonly runCommand?: (program: string, words: readonly string[], options: CommandOptions) => ReturnType<typeof runCommand>;
}

// Permissions for files and checkpoints, which `flock` locks, and for keywright-run.
const DENO_RIGHTS = `run --quiet --no-prompt --no-remote --node-modules-dir=manual --allow-net=127.0.0.1 --allow-read --allow-env --allow-write --allow-run=flock,${process.execPath}`;

/** A worker without Node's modules that may connect to this machine. */
const WORKER = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["local"])),
  ],
);
`;

/** Finds the running Node, supported versions of Node, Bun, Deno, Chromium and workerd. */
export async function findRuntimes(): Promise<readonly Runtime[]> {
  const resolve = await installPinned("runtimes");
  const find = (name: string, path: string): Promise<Program> => findProgram(resolve, name, path);
  return [
    commandLine({ name: `Node ${process.versions.node}`, command: process.execPath }),
    commandLine(await find("Node 20.19", "node-20:bin/node")),
    commandLine(await find("Node 22.12", "node-22:bin/node")),
    commandLine(await find("Node 24", "node-24:bin/node")),
    commandLine(await find("Node 26", "node-26:bin/node")),
    commandLine(await find("Bun", "@oven/bun-linux-x64:bin/bun")),
    commandLine(await find("Deno", "deno:../@deno/*/deno"), DENO_RIGHTS.split(" ")),
    { name: "Chromium", forms: ["page"], run: runInChromium },
    workerd(await find("workerd", "workerd:../@cloudflare/*/bin/workerd")),
  ];
}

interface Program {
  readonly name: string;
  readonly command: string | undefined;
  /** Why there is no command. */
  readonly problem?: string;
}

/** Finds a pinned package's program. `*` is the package of a scope for this platform. */
async function findProgram(resolve: NodeJS.RequireResolve, name: string, path: string): Promise<Program> {
  try {
    const [packageName = "", program = ""] = path.split(":");
    const [folder = "", file] = join(dirname(resolve(`${packageName}/package.json`)), program).split("/*/");
    const command = file === undefined ? folder : join(folder, (await readdir(folder))[0] ?? "", file);
    const output = await runOrThrow(command, ["--version"], { folder: dirname(command), timeoutMs: 10_000 });
    return { name: `${name.split(" ")[0]} ${/\d[\d.-]*/.exec(output)?.[0]}`, command };
  } catch (error) {
    return { name, command: undefined, problem: (error as Error).message };
  }
}

/** Runs a program, unless its package has none that starts on this platform. */
async function runProgram({ name, command, problem }: Program, words: readonly string[], options: CommandOptions): ReturnType<typeof runCommand> {
  if (command === undefined) throw new NotRun(`the npm package of ${name} has no program that starts on ${process.platform} ${process.arch}: ${problem}`);
  return runCommand(command, words, { timeoutMs: 60_000, ...options });
}

function commandLine(found: Program, parameters: readonly string[] = []): Runtime {
  return {
    name: found.name,
    forms: ["esm", "cjs"],
    run: async (bundle) => (await runProgram(found, [...parameters, bundle], { folder: dirname(bundle) })).output,
    runCommand: (program, words, options) => runProgram(found, [...parameters, program, ...words], options),
  };
}

/** Runs a bundle as the test of a worker. */
function workerd(found: Program): Runtime {
  const run = async (bundle: string): Promise<string> => {
    const folder = dirname(bundle);
    await writeFile(join(folder, "worker.capnp"), WORKER);
    return (await runProgram(found, ["test", "worker.capnp"], { folder })).output;
  };
  return { name: found.name, forms: ["worker"], run };
}

/** Runs a bundle in a local page, a secure context without TLS. Returns console and errors. */
async function runInChromium(bundle: string, { vault }: Services): Promise<string> {
  const executablePath = chromiumPath();
  if (!existsSync(executablePath)) throw new NotRun(`there is no Chromium at ${executablePath}; set CHROMIUM to its path`);
  // Like the services, the emulator sends no CORS headers, so the browser must not require them.
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu", "--disable-web-security"] });
  try {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on("pageerror", (error) => said.push(String(error)));
    page.on("console", (message) => said.push(message.text()));
    await page.goto(`${vault.baseUrl}/heartbeat`);
    await page.addScriptTag({ path: bundle });
    // A text, because this file is compiled without the DOM's types.
    await page.evaluate("runPackages()").catch((error: unknown) => said.push(String(error)));
    return said.join("\n");
  } finally {
    await browser.close();
  }
}
