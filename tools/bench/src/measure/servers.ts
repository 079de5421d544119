import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, resolve } from "node:path";

/** A server in a process of its own. */
export interface Started {
  /** The first line that it printed, which says that it is ready. */
  readonly line: string;
  /** From its start to that line. */
  readonly startMs: number;
  readonly child: ChildProcess;
}

/** The commands that start the three services, the emulator as its users get it. */
export function commandsIn(stage: string): { readonly emulator: readonly string[]; readonly prism: readonly string[] } {
  return {
    emulator: [join(stage, "node_modules/@keywright/emulator/dist/cli.js"), "--port", "0", "--json"],
    prism: ["--import", "tsx", resolve(import.meta.dirname, "../programs/prism.ts")],
  };
}

/** Starts a server and waits until it says that it is ready. */
export async function startServer(command: readonly string[]): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, [...command], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await new Promise<string>((resolveLine, reject) => {
    child.stdout.once("data", (chunk: Buffer) => resolveLine(String(chunk)));
    child.once("exit", (code) => reject(new Error(`the server ended with ${code} before it was ready`)));
  });
  return { line, startMs: performance.now() - begun, child };
}

/** Ends it. */
export async function stopServer({ child }: Started): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
