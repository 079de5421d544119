import { closeSync, constants, fdatasyncSync, fstatSync, openSync, readSync, writeFileSync } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isKeywrightError } from "@keywright/core";
import { lockFile, type LockedFile, makeFolder } from "@keywright/core/node";
import { UsageError } from "./usage-error.ts";

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
    close: async () => {},
  };
}

/**
 * The file that the shell led standard output to. Node's own stream takes a piece that a full disk took in part for written; here it is written whole, and synced, or fails.
 *
 * A last line without its end, as a crash leaves it, is ended before the next piece and not cut off: nothing says that this process is the only one that writes.
 *
 * @param descriptor Of a file that is open for writing.
 */
export function openFile(descriptor: number): Writable {
  return {
    write(text, written) {
      try {
        writeFileSync(descriptor, Buffer.from(endsInsideLine(descriptor) ? `\n${text}` : text));
        fdatasyncSync(descriptor);
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

interface Output {
  readonly file: FileHandle;
  readonly lock: LockedFile;
}

/**
 * Lines to the end of a file, which is made where it is missing (mode 0600). Each piece is synced before it counts.
 *
 * It is this process's alone from `open` to `close`, by a lock beside it: another one would write into the middle of a piece, and cut off what is not yet whole. Opening it throws a UsageError
 * where the path leads to a device or a pipe.
 */
export function fileSink(path: string): Sink {
  let output: Promise<Output> | undefined;
  // Several streams may share the file: a piece is written whole before the next one.
  let last: Promise<unknown> | undefined;
  let closing: Promise<unknown> | undefined;
  let holders = 0;
  return {
    async open() {
      holders += 1;
      try {
        output ??= naming(path, async () => {
          await closing;
          return openOutput(path);
        });
        await output;
      } catch (error) {
        holders -= 1;
        output = undefined;
        throw error;
      }
    },
    write(text) {
      const done = naming(path, async () => {
        const [opened] = await Promise.all([output, last]);
        if (opened === undefined) throw new Error("it is not open");
        const { file } = opened;
        await file.appendFile(text);
        await file.datasync();
        // Of a file without a name, such as one that was rotated and removed, nothing is left when it is closed.
        if ((await file.stat()).nlink === 0) throw new Error("it was removed while it was written to. Start again: the last page comes once more");
      });
      // What failed once is not tried: the file may end in the middle of a line now.
      last = done;
      done.catch(() => {});
      return done;
    },
    async close() {
      holders -= 1;
      if (holders > 0) return;
      const done = giveFree(output, last);
      [output, last, closing] = [undefined, undefined, done.catch(() => {})];
      await done;
    },
  };
}

/** Not before the last line is whole, which may be after the feed's own end. */
async function giveFree(output: Promise<Output> | undefined, last: Promise<unknown> | undefined): Promise<void> {
  await last?.catch(() => {});
  const opened = await output;
  try {
    await opened?.file.close();
  } finally {
    await opened?.lock.release();
  }
}

/** Does what the platform may refuse without a word of the file that it was done to. */
async function naming<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof UsageError || isKeywrightError(cause)) throw cause;
    throw new Error(`the output ${path} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

async function openOutput(path: string): Promise<Output> {
  await refuseUnsynced(path);
  await makeFolder(dirname(path));
  // Only what is there has a true path: two links to one file must find the same lock.
  await (await openToAppend(path)).close();
  const lock = await lockFile(await realpath(path), "output");
  let file: FileHandle | undefined;
  try {
    // Opened behind the lock: meanwhile it may have been renamed, and be another one by now.
    file = await openToAppend(path);
    await syncFolder(dirname(path));
    await cutTornLine(file);
    return { file, lock };
  } catch (error) {
    await file?.close();
    await lock.release();
    throw error;
  }
}

function openToAppend(path: string): Promise<FileHandle> {
  return open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, 0o600);
}

/** What can be neither synced nor cut, such as the pipe behind `/dev/stdout`, would fail at its first line. What is not there yet will be a file. */
async function refuseUnsynced(path: string): Promise<void> {
  const present = await stat(path).catch(() => undefined);
  if (present === undefined || present.isFile() || present.isDirectory()) return;
  throw new UsageError(
    `--output ${path} is no file that can be synced: leave --output out to write to standard output, and let the shell or a pipe take it further`,
  );
}

/** A new name is kept only with its folder: without that, a power cut could take the file and leave the position. */
async function syncFolder(path: string): Promise<void> {
  // There a folder cannot be synced.
  if (process.platform === "win32") return;
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

const BLOCK_BYTES = 65_536;
const LINE_END = 0x0a;

/** A last line without its end is what a crash left of a piece that did not count: it is cut off, and comes again. */
async function cutTornLine(file: FileHandle): Promise<void> {
  const { size } = await file.stat();
  let end = size;
  while (end > 0) {
    const begin = Math.max(0, end - BLOCK_BYTES);
    const block = Buffer.alloc(end - begin);
    await file.read(block, 0, block.length, begin);
    const lineEnd = block.lastIndexOf(LINE_END);
    end = lineEnd < 0 ? begin : begin + lineEnd + 1;
    if (lineEnd >= 0) break;
  }
  if (end === size) return;
  await file.truncate(end);
  await file.sync();
}
