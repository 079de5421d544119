import { createRequire } from "node:module";
import type { Writable } from "node:stream";

/** Returns a package's version, found by its name because built code has another folder depth. */
export function versionOf(name: string, from: string): string {
  const { version }: { readonly version: string } = createRequire(from)(`${name}/package.json`);
  return version;
}

/** Prints a text, and returns the exit code: 1 if its reader has closed the pipe. */
export function printTo(stream: Pick<Writable, "write">, text: string): Promise<0 | 1> {
  return new Promise((resolve) => void stream.write(text, (error) => resolve(error ? 1 : 0)));
}

/** Keeps a closed pipe from ending the program. Each write still reports it. */
export function ignoreClosedPipes(...streams: readonly Writable[]): void {
  for (const stream of streams) stream.on("error", () => {});
}
