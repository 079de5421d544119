import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Starts a server, and waits until its output matches.
 *
 * @param isReady Its first group is returned as `ready`.
 * @returns Also the milliseconds from the start until the server was ready, and a function that ends it.
 * @throws Error with the end of its output if it ends before.
 */
export async function startServer(command: string, words: readonly string[], isReady: RegExp, folder = ".") {
  const begun = performance.now();
  const child = spawn(command, words, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
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
