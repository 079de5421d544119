import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Services } from "./inside/run-packages.ts";

/** The installed emulator, started as a process. */
export interface EmulatorProcess {
  readonly services: Services;
  close(): Promise<void>;
}

/**
 * Starts the `keywright-emulator` of a project on free ports of the loopback address.
 *
 * @throws Error with its output if it does not start.
 */
export async function startEmulator(project: string): Promise<EmulatorProcess> {
  const command = spawn(join(project, "node_modules/.bin/keywright-emulator"), ["--port", "0", "--json"], { cwd: project, stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(command, "close");
  let complaints = "";
  command.stderr.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  const [line] = (await Promise.race([
    once(createInterface(command.stdout), "line"),
    ended.then(([code]) => Promise.reject(new Error(`keywright-emulator ended with ${code} before it was ready\n${complaints}`))),
  ])) as [string];
  return {
    services: JSON.parse(line) as Services,
    async close() {
      command.kill();
      await ended;
    },
  };
}
