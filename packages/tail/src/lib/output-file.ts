import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { lockFile, type LockedFile, makeFolder } from "@keywright/core/node";
import { UsageError } from "./usage-error.ts";

/** An output file that is open, and this process's alone. Both are exchanged when it is opened anew. */
export interface Output {
  file: FileHandle;
  lock: LockedFile;
}

/** What an output file is called in messages, by the option that names it. */
export const SUBJECTS = { "--output": "the output", "--set-aside": "the file of --set-aside" } as const;

/** What is known of an output file besides its path. */
export interface FileOptions {
  /** The option that names it. @default "--output" */
  readonly option?: keyof typeof SUBJECTS;
  /** The mode of a file that is made, whatever the umask. @default 0600 */
  readonly mode?: number | undefined;
}

/** The mode of an output file without `--mode`: events are for their owner's eyes. */
const OWNER_ONLY = 0o600;

/**
 * Opens an output file for appending, behind its lock, and cuts off a torn last line of this command. The file and its folder are made if they are missing.
 *
 * @param held The lock of the file that was open at this path before: it is kept if the path leads to the same place and the lock file is still there, and otherwise left to the caller.
 * @throws UsageError if the path leads to a device or a pipe, or to a file that ends in a torn line of another program; CheckpointError `checkpoint-owned` if another process has the file.
 */
export async function openOutput(path: string, { option = "--output", mode }: FileOptions = {}, held?: LockedFile): Promise<Output> {
  await refuseUnsynced(path, option);
  await makeFolder(dirname(path));
  // Only what is there has a true path: two links to one file must find the same lock.
  await (await openToAppend(path, mode)).close();
  const place = await realpath(path);
  // With its folder a lock file may be removed: the next process would lock another one of that name.
  const lock = held?.file === place && (await held.isInPlace()) ? held : await lockFile(place, option === "--output" ? "output" : "file");
  let file: FileHandle | undefined;
  try {
    // Opened behind the lock: meanwhile it may have been renamed, and be another one by now.
    file = await openToAppend(place, mode);
    // Of the file itself: a link to it may be in another folder.
    await syncFolder(dirname(place));
    await cutTornLine(path, option, file);
    return { file, lock };
  } catch (error) {
    await file?.close();
    if (lock !== held) await lock.release();
    throw error;
  }
}

/** Whether a path still leads to an open file: after a rotation it leads to another one, or to none. */
export async function leadsTo(path: string, file: FileHandle): Promise<boolean> {
  const [named, opened] = await Promise.all([stat(path, { bigint: true }).catch(() => undefined), file.stat({ bigint: true })]);
  return named?.ino === opened.ino && named.dev === opened.dev;
}

async function openToAppend(path: string, mode: number | undefined): Promise<FileHandle> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, OWNER_ONLY);
  try {
    // By `open` itself the umask would take rights away.
    if (!isThere && mode !== undefined) await file.chmod(mode);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** What can be neither synced nor cut, such as the pipe behind `/dev/stdout`, would fail at its first line. What is not there yet will be a file. */
async function refuseUnsynced(path: string, option: string): Promise<void> {
  const present = await stat(path).catch(() => undefined);
  if (present === undefined || present.isFile() || present.isDirectory()) return;
  const advice =
    option === "--output"
      ? "leave --output out to write to standard output, and let the shell or a pipe take it further"
      : "name a file, or a place for a new one";
  throw new UsageError(`${option} ${path} is no file that can be synced: ${advice}`);
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
const LINE_BEGIN = '{"stream":"';

/** A last line without its end is what a crash left of a piece that did not count: it is cut off, and comes again. A line of another program is not ours to cut. */
async function cutTornLine(path: string, option: string, file: FileHandle): Promise<void> {
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
  const { buffer, bytesRead } = await file.read(Buffer.alloc(LINE_BEGIN.length), 0, LINE_BEGIN.length, end);
  if (!LINE_BEGIN.startsWith(buffer.toString("latin1", 0, bytesRead))) {
    throw new UsageError(
      `${option} ${path} ends in a line without an end that keywright-tail did not write: name another file, or end that line. The file was left as it is`,
    );
  }
  await file.truncate(end);
  await file.sync();
}
