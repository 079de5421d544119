import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A server of NATS with JetStream: Debian's package nats-server. */
export interface NatsServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a server on a free port of this machine. Its data are deleted when it ends. */
export async function startNats(): Promise<NatsServer> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-nats-"));
  const server = spawn("nats-server", ["--addr", "127.0.0.1", "--port", "-1", "--jetstream", "--store_dir", folder], { stdio: ["ignore", "ignore", "pipe"] });
  const exited = once(server, "exit");
  const port = await new Promise<string>((resolve, reject) => {
    let said = "";
    server.once("error", () => reject(new Error("there is no nats-server; install Debian's package nats-server")));
    server.once("exit", (code) => reject(new Error(`nats-server ended with ${code}: ${said.slice(-500)}`)));
    server.stderr.on("data", (text: Buffer) => {
      said += text.toString();
      const [, found] = /client connections on 127\.0\.0\.1:(\d+)/.exec(said) ?? [];
      if (found !== undefined && said.includes("Server is ready")) resolve(found);
    });
  });
  return {
    url: `127.0.0.1:${port}`,
    async stop() {
      server.kill("SIGINT");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
