import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Starts a server, and waits until its output matches.
 *
 * @param isReady Its first group is returned as `ready`.
 * @returns Also the milliseconds from the start until the server was ready, and a function that ends it.
 * @throws Error with the end of its output if it ends before, or is not ready in time.
 */
export async function startServer(command: string, words: readonly string[], isReady: RegExp, { folder = ".", readyWithinMs = 60_000 } = {}) {
  const begun = performance.now();
  const child = spawn(command, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  const exited = once(child, "exit");
  const streams = [child.stdout, child.stderr].map((stream) => stream.setEncoding("utf8"));
  let said = "";
  const ready = await new Promise<string>((resolve, reject) => {
    const fail = (how: string): void => reject(new Error(`${command} ${how}: ${said.slice(-500)}`));
    const late = setTimeout(() => (fail(`was not ready within ${readyWithinMs} ms`), child.kill("SIGKILL")), readyWithinMs);
    for (const stream of streams) {
      stream.on("data", (text: string) => {
        const [, part] = isReady.exec((said += text)) ?? [];
        if (part === undefined) return;
        clearTimeout(late);
        resolve(part);
      });
    }
    const ended = exited.then(([code, signal]) => fail(`ended with ${code ?? signal} before it was ready`), reject);
    void ended.finally(() => clearTimeout(late));
  });
  // What it says from now on is read, so that it can go on, and not kept.
  for (const stream of streams) stream.removeAllListeners("data").resume();
  return { ready, startMs: performance.now() - begun, stop: (): Promise<void> => (child.kill(), exited.then(() => {})) };
}
