import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A server in a separate process. */
export interface Server {
  /** The part of its output that says that it is ready. */
  readonly ready: string;
  /** Time from its start to that output. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** The commands that start the three services. The emulator is the packed one. */
const COMMANDS = {
  emulator: (stage: string) => [join(stage, "node_modules/@keywright/emulator/dist/cli.js"), "--port", "0", "--json"],
  prism: () => ["--import", "tsx", join(import.meta.dirname, "../programs/prism.ts")],
};

/** Starts the services. The output has their addresses and tokens in JSON. */
export function startServices(name: keyof typeof COMMANDS, stage: string): Promise<Server> {
  return start(process.execPath, COMMANDS[name](stage), /^\{.*\}$/m);
}

/** Starts NATS with JetStream on a free port, with its data in a folder. */
export async function startNats(folder: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const words = ["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", folder];
  const { ready, stop } = await start("nats-server", words, /client connections on (.+)$[\s\S]*Server is ready/m).catch((cause: unknown) => {
    throw new Error("NATS does not start; install Debian's package nats-server", { cause });
  });
  return { url: ready, stop };
}

/** @param isReady What the output has when the server is ready. The first group, if there is one, is the part to return. */
async function start(command: string, words: readonly string[], isReady: RegExp): Promise<Server> {
  const begun = performance.now();
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  let said = "";
  const printed = new Promise<string>((resolve) => {
    const read = (text: Buffer): void => {
      said += text.toString();
      const [whole, part] = isReady.exec(said) ?? [];
      if (whole !== undefined) resolve(part ?? whole);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
  const ended = exited.then(([code]) => Promise.reject(new Error(`${command} ended with ${code} before it was ready: ${said.slice(-500)}`)));
  const ready = await Promise.race([printed, ended]);
  const startMs = performance.now() - begun;
  return { ready, startMs, stop: () => (child.kill(), exited.then(() => {})) };
}
