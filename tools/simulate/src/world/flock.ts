import { EventEmitter } from "node:events";
import type { FileSystem } from "./file-system.ts";
import type { Process } from "./process.ts";

/** Replaces `spawn` for the command `flock`: it locks the open file that it inherits, is killed now and then, and may hang. */
export function createFlock(process: Process, files: FileSystem) {
  const { random } = process;
  return (_command: string, _args: readonly string[], { stdio }: { readonly stdio: readonly (number | string)[] }) => {
    const child = Object.assign(new EventEmitter(), { kill: () => (isKilled = true) });
    let isKilled = false;
    const fate = process.machine.isCalm ? 1 : random.next();
    if (fate < 0.005) return child;
    process
      .work(0.5 + random.next() * 5, "flock", () => {
        const opened = files.opened(Number(stdio[3]));
        if (isKilled || opened?.inode.kind !== "file") return undefined;
        if (fate < 0.03) return null;
        opened.inode.lock ??= opened;
        return opened.inode.lock === opened ? 0 : 1;
      })
      .then((code) => code !== undefined && child.emit("exit", code));
    return child;
  };
}
