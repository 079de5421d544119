import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Running services. */
export interface Services {
  readonly ready: { readonly [service in "management" | "vault" | "events"]: { readonly baseUrl: string; readonly token: string } };
  /** Time from their start until they are ready. */
  readonly startMs: number;
  stop(): Promise<void>;
}

/** The commands that start the three services. The emulator is the packed one. */
const COMMANDS = {
  emulator: (stage: string) => [join(stage, "node_modules/@keywright/emulator/dist/cli.js"), "--port", "0", "--json"],
  prism: () => ["--import", "tsx", join(import.meta.dirname, "../programs/prism.ts")],
};

/** Starts the services. Both commands print their addresses and tokens. */
export async function startServices(name: keyof typeof COMMANDS, stage: string): Promise<Services> {
  const { ready, ...server } = await start(process.execPath, COMMANDS[name](stage), /^(\{.*\})$/m);
  return { ready: JSON.parse(ready) as Services["ready"], ...server };
}

/** Starts NATS with JetStream on a free port, with its data in a folder. */
export async function startNats(folder: string): Promise<{ readonly url: string; readonly stop: () => Promise<void> }> {
  const words = ["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", folder];
  const { ready, stop } = await start("nats-server", words, /client connections on (.+)$[\s\S]*Server is ready/m).catch((cause: unknown) => {
    throw new Error("NATS does not start; install Debian's package nats-server", { cause });
  });
  return { url: ready, stop };
}

/** Starts a server in a separate process. When its output matches `isReady`, returns the first group. */
async function start(command: string, words: readonly string[], isReady: RegExp) {
  const begun = performance.now();
  const child = spawn(command, words, { stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  let said = "";
  const ready = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        said += text;
        const [, part] = isReady.exec(said) ?? [];
        if (part !== undefined) resolve(part);
      });
    }
    exited.then(([code]) => reject(new Error(`${command} ended with ${code} before it was ready: ${said.slice(-500)}`)), reject);
  });
  return { ready, startMs: performance.now() - begun, stop: (): Promise<void> => (child.kill(), exited.then(() => {})) };
}
