import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Starts a server, and waits until its output matches.
 *
 * @param isReady Its first group is returned as `ready`.
 * @returns Also the milliseconds until the server was ready, and a function that ends it.
 * @throws Error with the end of its output if it ends before, or is not ready in time.
 */
export async function startServer(command: string, words: readonly string[], isReady: RegExp, { folder = ".", readyWithinMs = 60_000 } = {}) {
  const begun = performance.now();
  const child = spawn(command, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const streams = [child.stdout, child.stderr].map((stream) => stream.setEncoding("utf8"));
  let said = "";
  let isLate = false;
  const late = setTimeout(() => (isLate = child.kill("SIGKILL")), readyWithinMs);
  const ready = await new Promise<string>((resolve, reject) => {
    for (const stream of streams) {
      stream.on("data", (text: string) => {
        const [, part] = isReady.exec((said += text)) ?? [];
        if (part !== undefined && !isLate) resolve(part);
      });
    }
    exited.then(([code, signal]) => {
      const how = isLate ? `was not ready within ${readyWithinMs} ms` : `ended with ${code ?? signal} before it was ready`;
      reject(new Error(`${command} ${how}: ${said.slice(-500)}`));
    }, reject);
  }).finally(() => clearTimeout(late));
  // What it says from now on is read, so that it can go on, and not kept.
  for (const stream of streams) stream.removeAllListeners("data").resume();
  return { ready, startMs: performance.now() - begun, stop: (): Promise<void> => (child.kill(), exited.then(() => {})) };
}
