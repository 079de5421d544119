import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./places.ts";

/** What the command prints in one line when it is ready. */
export interface Ready {
  readonly management: { readonly baseUrl: string; readonly token: string };
  readonly vault: { readonly baseUrl: string; readonly token: string; readonly fileItemUUID: string };
  readonly events: { readonly baseUrl: string; readonly token: string };
  readonly control: { readonly baseUrl: string; readonly page: string };
}

/** Starts the command of the emulator with its page, on free ports. @throws Error if it ends before it is ready. */
export async function startEmulator(...args: readonly string[]): Promise<{ readonly ready: Ready; stop(): Promise<void> }> {
  const command = join(ROOT, "packages/emulator/bin/keywright-emulator.js");
  const child = spawn(process.execPath, [command, "--port", "0", "--ui", "--json", ...args], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = (await Promise.race([once(createInterface(child.stdout), "line"), ended])) as unknown[];
  if (typeof line !== "string") throw new Error(`the emulator ended with code ${String(line)}`);
  return {
    ready: JSON.parse(line) as Ready,
    async stop() {
      child.kill();
      await ended;
    },
  };
}
