import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findRuntimes } from "@keywright/tool-consumers/runtimes";
import { bundlePrograms, bundleWorker } from "./bundle.ts";

/**
 * Runs a seed on each supported version of Node.
 *
 * @returns The histories by names such as `Node 22.12.0`.
 * @throws Error if one of them is not installed.
 */
export async function historiesOnNodes(seed: number): Promise<ReadonlyMap<string, string>> {
  const runtimes = (await findRuntimes()).filter(({ name }) => name.startsWith("Node"));
  const folder = await mkdtemp(join(tmpdir(), "keywright-simulate-"));
  try {
    const [programs, worker] = [join(folder, "programs.js"), join(folder, "worker.cjs")];
    await writeFile(programs, await bundlePrograms());
    await writeFile(worker, await bundleWorker());
    const histories = new Map<string, string>();
    for (const runtime of runtimes) {
      if ("missing" in runtime) throw new Error(`${runtime.name} is not installed: ${runtime.missing}`);
      const args = [...runtime.parameters, worker, programs, String(seed)];
      const { stdout } = await promisify(execFile)(runtime.command, args, { maxBuffer: 2 ** 26, timeout: 60_000 });
      histories.set(runtime.name, stdout);
    }
    return histories;
  } finally {
    await rm(folder, { recursive: true });
  }
}
