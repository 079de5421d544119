import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { UsageError } from "@keywright/cli-kit";
import { lockFile, type LockedFile, makeFolder } from "@keywright/core/node";
import { LINE_BEGINS } from "../events/event-line.ts";

/** An open and locked output file. Reopening replaces both properties. */
export interface Output {
  file: FileHandle;
  lock: LockedFile;
}

/** The name of an output file in messages, by option. */
export const SUBJECTS = { "--output": "the output", "--dead-letter": "the file of --dead-letter" } as const;

/** Options of an output file. */
export interface FileOptions {
  /** The option of the command that names the file. @default "--output" */
  readonly option?: keyof typeof SUBJECTS;
  /** Mode of a new file, independent of the umask. @default 0600 */
  readonly mode?: number | undefined;
}

/** The default mode, because events are confidential. */
const OWNER_ONLY = 0o600;

/**
 * Locks and opens an output file for appending, without this command's incomplete last line.
 * Creates the file and its folder if they are missing.
 *
 * @param held The lock of the file that was open here before. If it is not kept, the caller must
 * release it.
 * @throws UsageError for a device, a pipe, or an incomplete last line of another program;
 * CheckpointError `checkpoint-owned` if another process has the file.
 */
export async function openOutput(path: string, { option = "--output", mode }: FileOptions = {}, held?: LockedFile): Promise<Output> {
  await rejectUnsynced(path, option);
  await makeFolder(dirname(path));
  // Only an existing file has a real path, and two links to a file must use the same lock.
  await (await openToAppend(path, mode)).close();
  const place = await realpath(path);
  // If the lock file was removed with its folder, another process could lock a new one.
  const lock = held?.file === place && (await held.isInPlace()) ? held : await lockFile(place, option === "--output" ? "output" : "file");
  let file: FileHandle | undefined;
  try {
    // Opened again with the lock, because the file may have been replaced meanwhile.
    file = await openToAppend(place, mode);
    // The folder of the real file, because a link can be in another folder.
    await syncFolder(dirname(place));
    await cutTornLine(path, option, file);
    return { file, lock };
  } catch (error) {
    await file?.close();
    if (lock !== held) await lock.release();
    throw error;
  }
}

/** Returns whether a path still refers to an open file. After a rotation, it does not. */
export async function leadsTo(path: string, file: FileHandle): Promise<boolean> {
  const [named, opened] = await Promise.all([stat(path, { bigint: true }).catch(() => undefined), file.stat({ bigint: true })]);
  return named?.ino === opened.ino && named.dev === opened.dev;
}

async function openToAppend(path: string, mode: number | undefined): Promise<FileHandle> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  const file = await open(path, constants.O_RDWR | constants.O_CREAT | constants.O_APPEND, OWNER_ONLY);
  try {
    // The umask would change the mode of `open`.
    if (!isThere && mode !== undefined) await file.chmod(mode);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Rejects paths that can be neither synced nor truncated, such as the pipe of `/dev/stdout`. */
async function rejectUnsynced(path: string, option: string): Promise<void> {
  const present = await stat(path).catch(() => undefined);
  if (present === undefined || present.isFile() || present.isDirectory()) return;
  const advice = option === "--output" ? "omit --output to write to standard output" : "use a regular file, or a new one";
  throw new UsageError(`${option} ${path} is not a regular file: ${advice}`);
}

/** Syncs a folder. Otherwise a power failure could remove a new file but keep the position. */
async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder.
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

/** Removes an incomplete last line, which the next page has again; throws if it is not ours. */
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
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, end);
  const torn = buffer.toString("latin1", 0, bytesRead);
  // Of any format, because the file may have been written with another one before.
  if (!Object.values(LINE_BEGINS).some((begin) => begin.startsWith(torn.slice(0, begin.length)))) {
    throw new UsageError(
      `${option} ${path} ends with an incomplete line that keywright-tail did not write: use another file, or complete the line. The file was not changed`,
    );
  }
  await file.truncate(end);
  await file.sync();
}
