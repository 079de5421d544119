import { EventEmitter } from "node:events";
import type { FileInode } from "./disk.ts";
import type { Process } from "./process.ts";

interface OpenFile {
  readonly inode: FileInode;
  isOpen(): boolean;
}

/** Replaces `spawn` for the command `flock`: it locks the open file that it inherits, is killed now and then, and may hang. */
export function createFlock({ random, machine, work }: Process) {
  return (_command: string, _args: readonly string[], { stdio }: { readonly stdio: readonly [string, string, string, OpenFile] }) => {
    const child = Object.assign(new EventEmitter(), { kill: () => (isKilled = true) });
    let isKilled = false;
    const fate = machine.isCalm() ? 1 : random.next();
    if (fate < 0.005) return child;
    void work(0.5 + random.next() * 5, "flock", () => {
      const opened = stdio[3];
      if (isKilled || !opened.isOpen()) return undefined;
      if (fate < 0.03) return null;
      const { inode } = opened;
      if (inode.lock?.isOpen() !== true) inode.lock = opened;
      return inode.lock === opened ? 0 : 1;
    }).then((code) => code !== undefined && child.emit("exit", code));
    return child;
  };
}
