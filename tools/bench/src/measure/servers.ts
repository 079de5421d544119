import { join } from "node:path";
import { startServer } from "@keywright/tool-test-kit/command/start-server";

/** The addresses and tokens that the emulator and the mocks print. */
type Ready = { readonly [service in "management" | "vault" | "events"]: { readonly baseUrl: string; readonly token: string } };

/** Running services, and the time from their start until they were ready. */
export type Services = Awaited<ReturnType<typeof startServices>>;

/** The commands that start the three services. The emulator is the packed one. */
const COMMANDS = {
  emulator: (stage: string) => [join(stage, "node_modules/@keywright/emulator/dist/cli.js"), "--port", "0", "--json"],
  prism: () => ["--import", "tsx", join(import.meta.dirname, "../programs/prism.ts")],
};

/** Starts the services. Both commands print their addresses and tokens. */
export async function startServices(name: keyof typeof COMMANDS, stage: string) {
  const { ready, ...server } = await startServer(process.execPath, COMMANDS[name](stage), /^(\{.*\})$/m);
  return { ready: JSON.parse(ready) as Ready, ...server };
}

/** Starts NATS with JetStream on a free port, with its data in a folder. */
export async function startNats(folder: string) {
  const words = ["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", folder];
  const { ready, stop } = await startServer("nats-server", words, /client connections on (.+)$[\s\S]*Server is ready/m).catch((cause: unknown) => {
    throw new Error("NATS does not start; install Debian's package nats-server", { cause });
  });
  return { url: ready, stop };
}
