import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in a process of its own. */
export interface Started {
  /** Its first line, which says that it is ready. */
  readonly line: string;
  /** Time from its start to that line. */
  readonly startMs: number;
  readonly child: ChildProcess;
}

/** The commands that start the three services. The emulator is the packed one. */
const COMMANDS = {
  emulator: (stage: string) => [join(stage, "node_modules/@keywright/emulator/dist/cli.js"), "--port", "0", "--json"],
  prism: () => ["--import", "tsx", join(import.meta.dirname, "../programs/prism.ts")],
};

/** Starts the services and waits until they are ready. */
export async function startServer(name: keyof typeof COMMANDS, stage: string): Promise<Started> {
  const begun = performance.now();
  const child = spawn(process.execPath, COMMANDS[name](stage), { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit").then(([code]) => Promise.reject(new Error(`the server ended with ${code} before it was ready`)));
  const [chunk] = await Promise.race([once(child.stdout, "data"), ended]);
  return { line: String(chunk), startMs: performance.now() - begun, child };
}

export async function stopServer({ child }: Started): Promise<void> {
  if (child.exitCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
