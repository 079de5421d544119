import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import type { Prism } from "./prism-in-process.ts";
import type { MockedContract } from "./mocked-contract.ts";

const require = createRequire(import.meta.url);

/**
 * Starts Prism's command on a contract. Its log of requests goes to standard output, each line with the service's name.
 *
 * @param signal Ends Prism while it starts; once it runs, `close` does.
 * @throws Error with the last lines of the log if it ends before it listens.
 */
export async function startPrismProcess({ service, documentPath }: MockedContract, signal: AbortSignal): Promise<Prism> {
  const port = await freePort();
  const cli = require.resolve("@stoplight/prism-cli/dist/index.js");
  const child = spawn(process.execPath, [cli, "mock", documentPath, "--host", "127.0.0.1", "--port", String(port)], { stdio: ["ignore", "pipe", "pipe"] });
  const end = (): unknown => child.kill();
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  const log: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        if (log.length === 0 || log.at(-1) !== "listening") log.push(line);
        if (line.includes("Prism is listening on")) {
          log.splice(0, log.length, "listening");
          resolve();
        } else if (log.at(-1) === "listening") {
          console.log(`${service.padEnd(10)} ${line}`);
        }
      });
    }
    child.once("exit", (code) =>
      reject(new Error(`Prism on the ${service} contract ended with ${String(code)} before it listened:\n${log.slice(-10).join("\n")}`)),
    );
  });
  signal.removeEventListener("abort", end);
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Returns a port that was free a moment ago, because Prism's command cannot select and report one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}
