import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findRuntimes, type Runtime } from "@keywright/tool-consumers/runtimes";
import { bundlePrograms, bundleRunner } from "./bundle.ts";

const run = promisify(execFile);

/** The history of a seed on one version of Node. */
export interface NodeHistory {
  /** Such as `Node 22.12.0`. */
  readonly name: string;
  readonly history: string;
}

/**
 * Runs a seed on each version of Node that clients support.
 *
 * @throws Error if one of them is not there.
 */
export async function historiesOnNodes(seed: number): Promise<readonly NodeHistory[]> {
  const runtimes = (await findRuntimes()).filter(({ name }) => name.startsWith("Node"));
  const folder = await mkdtemp(join(tmpdir(), "keywright-simulate-"));
  try {
    const [programs, runner] = [join(folder, "programs.js"), join(folder, "history.cjs")];
    await writeFile(programs, await bundlePrograms());
    await writeFile(runner, await bundleRunner("history"));
    const histories: NodeHistory[] = [];
    for (const runtime of runtimes) {
      if ("missing" in runtime) throw new Error(`${runtime.name} is not there: ${runtime.missing}`);
      histories.push({ name: runtime.name, history: await historyOn(runtime, [runner, programs, String(seed)]) });
    }
    return histories;
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function historyOn({ command, parameters }: Runtime, args: readonly string[]): Promise<string> {
  const { stdout } = await run(command, [...parameters, ...args], { maxBuffer: 2 ** 26, timeout: 60_000 });
  return stdout;
}
