import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A server in a process of its own. */
export interface Started {
  /** The first line that it printed, which says that it is ready. */
  readonly line: string;
  /** From its start to that line. */
  readonly startMs: number;
  /** Resident memory, in mebibytes, when it was ready. */
  readonly memoryMb: number;
  readonly child: ChildProcess;
}

const path = (from: string): string => fileURLToPath(new URL(from, import.meta.url));

/** The commands that are measured. What was built is what users run; where nothing was, the sources are. */
export const commands = {
  emulator: [existsSync(path("../../dist/cli.js")) ? path("../../dist/cli.js") : path("../../bin/keywright-emulator.js"), "--port", "0", "--json"],
  prism: ["--import", "tsx", fileURLToPath(import.meta.resolve("./prism.ts"))],
};

/** Starts a server and waits until it says that it is ready. */
export async function start(command: readonly string[]): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...command], { stdio: ["ignore", "pipe", "inherit"], cwd: path("../..") });
  const [chunk] = (await once(child.stdout, "data")) as [Buffer];
  const startMs = performance.now() - begun;
  return { line: String(chunk), startMs, memoryMb: memoryOf(child), child };
}

/** Resident memory of a process, in mebibytes. */
export function memoryOf({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** Ends it. */
export async function stop({ child }: Started): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
