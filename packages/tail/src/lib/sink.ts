import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, writeFileSync } from "node:fs";

const LINE_END = 0x0a;

/** Takes lines, and says when they are safe. */
export interface Sink {
  /**
   * Takes the place for this process and makes it ready. To be awaited before the first write; each is undone by one `close`.
   *
   * @throws CheckpointError `checkpoint-owned` where another process has it: it may be tried again.
   */
  open(): Promise<void>;
  /** Resolves when the text is taken: by the reader of a pipe, or by the disk. */
  write(text: string): Promise<void>;
  /**
   * Opens the place anew by its name, after what is being written: for a file that was renamed or removed. Nothing happens if it is not open.
   *
   * @returns Whether it was opened anew.
   */
  reopen(): Promise<boolean>;
  /** Gives the place free with the last of those that opened it, once its lines are whole. */
  close(): Promise<void>;
}

/** A stream that calls back when a text is written, as those of `node:stream` do. */
export interface Writable {
  write(text: string, written: (error?: Error | null) => void): unknown;
}

/** Lines to a stream, one piece at a time: who reads slowly is waited for. */
export function streamSink(stream: Writable): Sink {
  return {
    open: async () => {},
    write: (text) => new Promise((resolve, reject) => void stream.write(text, (error) => (error ? reject(error) : resolve()))),
    reopen: async () => false,
    close: async () => {},
  };
}

/**
 * The file that the shell led standard output to. Node's own stream takes a piece that a full disk took in part for written; here it is written whole, and synced, or fails.
 *
 * If the file loses its last name while it is written to, the write fails: nothing is left of it once it is closed. A file that had no name from the start is that of the program that reads it.
 *
 * A last line without its end, as a crash leaves it, is ended before the next piece and not cut off: nothing says that this process is the only one that writes.
 *
 * @param descriptor Of a file that is open for writing.
 */
export function openFile(descriptor: number): Writable {
  const hasName = (): boolean => fstatSync(descriptor).nlink > 0;
  const hadName = hasName();
  return {
    write(text, written) {
      try {
        writeFileSync(descriptor, Buffer.from(endsInsideLine(descriptor) ? `\n${text}` : text));
        fdatasyncSync(descriptor);
        if (hadName && !hasName()) throw new Error("standard output was removed while it was written to. Start again: the last page comes once more");
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
    // The shell opened it for writing alone.
    reader = openSync(`/dev/fd/${descriptor}`, "r");
    const last = Buffer.alloc(1);
    readSync(reader, last, 0, 1, size - 1);
    return last[0] !== LINE_END;
  } catch {
    // Not every platform lets a file be opened so, nor every file be read.
    return false;
  } finally {
    if (reader !== undefined) closeSync(reader);
  }
}
