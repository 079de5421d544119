import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeFileSync } from "node:fs";
import type { Writable } from "../settings/command-context.ts";

const LINE_END = 0x0a;

/** Standard output or a file of lines that reports when they are safe. */
export interface LineOutput {
  /**
   * Acquires and opens it. Await it before the first write. Each `open` needs one `close`.
   *
   * @throws CheckpointError `checkpoint-owned` if another process has it. It can be retried.
   */
  open(): Promise<void>;
  /** Writes a text. Resolves when it is in the pipe or on disk. */
  write(text: string): Promise<void>;
  /**
   * Reopens a renamed or removed file by name after the current write. Does nothing if not open.
   *
   * @returns Whether it was reopened.
   */
  reopen(): Promise<boolean>;
  /** Closes it. The last `close` releases it after the last write. */
  close(): Promise<void>;
}

/** Returns an output that writes to a stream and waits for slow readers. */
export function streamOutput(stream: Writable): LineOutput {
  return {
    open: async () => {},
    write: (text) => new Promise((resolve, reject) => void stream.write(text, (error) => (error ? reject(error) : resolve()))),
    reopen: async () => false,
    close: async () => {},
  };
}

/**
 * Returns a writer for a file that the shell opened as standard output.
 *
 * A write is complete and synced, or fails; Node's own stream accepts partial ones on a full disk.
 * It also fails if the file is removed meanwhile, except one that never had a name.
 *
 * An incomplete last line gets a line end and stays, because other processes could write there.
 *
 * @param descriptor File descriptor of a file that is open for writing.
 */
export function openFile(descriptor: number): Writable {
  const hasName = (): boolean => fstatSync(descriptor).nlink > 0;
  const hadName = hasName();
  return {
    write(text, written) {
      try {
        writeFileSync(descriptor, Buffer.from(endsInsideLine(descriptor) ? `\n${text}` : text));
        fdatasyncSync(descriptor);
        if (hadName && !hasName()) throw new Error("standard output was removed during a write. Start again: the last page is written again");
      } catch (error) {
        return written(error instanceof Error ? error : new Error(String(error)));
      }
      written();
    },
  };
}

function endsInsideLine(descriptor: number): boolean {
  const { size } = fstatSync(descriptor);
  if (size === 0) return false;
  let reader: number | undefined;
  try {
    // The shell opened it for writing only.
    reader = openSync(`/dev/fd/${descriptor}`, "r");
    const last = Buffer.alloc(1);
    readSync(reader, last, 0, 1, size - 1);
    return last[0] !== LINE_END;
  } catch {
    // Not every platform has /dev/fd, and not every file is readable.
    return false;
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
}
