import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Prism } from "./prism.ts";

const require = createRequire(import.meta.url);

/**
 * Starts Prism's command, whose log goes to standard output, each line with the service's name.
 *
 * @param signal Ends Prism while it starts; once it runs, `close` does.
 * @throws Error with the last lines of the log if it ends before it listens.
 */
export async function startPrismProcess(service: string, document: object, signal: AbortSignal): Promise<Prism> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-mock-"));
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const command = require.resolve("@stoplight/prism-cli/dist/index.js");
  const child = spawn(process.execPath, [command, "mock", file, "--host", "127.0.0.1", "--port", "0"], { stdio: ["ignore", "pipe", "pipe"] });
  // Prism watches its file, so it is kept until Prism ends.
  const ended = once(child, "exit").finally(() => rm(folder, { recursive: true }));
  const end = (): unknown => child.kill();
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  const log: string[] = [];
  let url: string | undefined;
  const listening = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on("line", (line) => {
        if (url !== undefined) return console.log(`${service.padEnd(10)} ${line}`);
        log.push(line);
        [, url] = /Prism is listening on (\S+)/.exec(line) ?? [];
        if (url !== undefined) resolve(url);
      });
  });
  const failed = ended.then(([code]) => {
    throw new Error(`Prism on the ${service} contract ended with ${String(code)} before it listened:\n${log.slice(-10).join("\n")}`);
  });
  const address = await Promise.race([listening, failed]);
  signal.removeEventListener("abort", end);
  return {
    url: address,
    async close() {
      end();
      await ended;
    },
  };
}
