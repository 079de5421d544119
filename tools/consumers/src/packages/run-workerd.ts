import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import type { Services } from "./inside/program.ts";
import type { Outcome } from "./inside/run-packages.ts";

/** A worker without Node's modules that may connect to this machine. */
const CONFIGURATION = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (modules = [(name = "worker.js", esModule = embed "worker.js")], compatibilityDate = "2026-01-01")),
    (name = "internet", network = (allow = ["local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/**
 * Runs a bundle in a worker of workerd.
 *
 * @param bundle `worker.js` of a project.
 * @throws Error with the output of workerd if it does not start or the worker fails.
 */
export async function runInWorkerd(command: string, bundle: string, services: Services): Promise<readonly Outcome[]> {
  const configuration = join(dirname(bundle), "worker.capnp");
  await writeFile(configuration, CONFIGURATION);
  const workerd = spawn(command, ["serve", "--control-fd=3", configuration], { stdio: ["ignore", "pipe", "pipe", "pipe"] });
  let complaints = "";
  for (const stream of [workerd.stdout, workerd.stderr]) stream?.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  const ended = new Promise((resolve) => workerd.once("close", resolve));
  try {
    const port = await Promise.race([listening(workerd.stdio[3] as Readable), ended.then(() => Promise.reject(new Error(`workerd ended\n${complaints}`)))]);
    const answer = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: JSON.stringify(services), signal: AbortSignal.timeout(60_000) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`the worker must return 200, but returned ${answer.status} ${text}\n${complaints}`);
    return JSON.parse(text) as readonly Outcome[];
  } finally {
    workerd.kill();
    await ended;
  }
}

/** Returns the port that workerd reports on its control stream. */
async function listening(control: Readable): Promise<number> {
  return new Promise((resolve) => {
    createInterface(control).on("line", (line) => {
      const { event, port } = JSON.parse(line) as { readonly event: string; readonly port?: number };
      if (event === "listen" && port !== undefined) resolve(port);
    });
  });
}
