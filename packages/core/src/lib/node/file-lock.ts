import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { platformClock } from "../clock.ts";
import { CheckpointError } from "../errors.ts";
import { canonicalPath, checkPath, codeOf } from "./atomic-file.ts";

/** A file that is locked for this process. */
export interface LockedFile {
  /** Its path, with all links followed. */
  readonly file: string;
  /** Whether the lock file is still the one at its path. If it was removed, such as with its folder, another process can lock the file. */
  isInPlace(): Promise<boolean>;
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Why a lock was not taken. */
type LockFailure = "held" | "refused" | "no-flock-command" | "flock-ended" | "flock-late";

const FAILURES: { readonly [failure in LockFailure]: { readonly problem: string; readonly option?: string; readonly advice?: string } } = {
  held: { problem: "is in use by another process", option: "standByMs", advice: "stop that one first, or stand by for it (a feed's standByMs)" },
  refused: { problem: "cannot be locked: its file system has no locks", option: "store", advice: "choose another place, or another store" },
  "no-flock-command": { problem: "cannot be locked: the command flock is missing. Install it (util-linux, or busybox)" },
  "flock-ended": { problem: "cannot be locked: the command flock was killed each time", advice: "start again" },
  "flock-late": {
    problem: "cannot be locked: the command flock did not end within 10 seconds",
    option: "store",
    advice: "check the file system, such as a network share whose server is down",
  },
};

/**
 * Locks a file for the caller alone, until it is released or its process has ended, however it ends. The lock is on `PATH.lock`, which stays; the file itself is not touched and need not exist.
 * Its folder is made if it is missing.
 *
 * @param what What the file is to a user, such as `checkpoint`: for messages. @default "file"
 * @throws ArgumentError if `path` is not a path; CheckpointError `checkpoint-owned` if somebody else has it, `checkpoint-unavailable` if it cannot be locked.
 */
export async function lockFile(path: string, what = "file"): Promise<LockedFile> {
  checkPath("lockFile", path);
  const subject = `the ${what} ${path}`;
  const file = await orUnavailable(subject, "cannot be prepared", () => canonicalPath(path));
  const lock = await orUnavailable(subject, `cannot be locked by ${file}.lock`, () => takeLock(`${file}.lock`));
  if (typeof lock !== "string") return { file, isInPlace: () => leadsTo(`${file}.lock`, lock), release: () => lock.close() };
  const { problem, ...details } = FAILURES[lock];
  throw new CheckpointError(lock === "held" ? "checkpoint-owned" : "checkpoint-unavailable", `${subject} ${problem}`, details);
}

/** Whether a path leads to an open file. */
async function leadsTo(path: string, handle: FileHandle): Promise<boolean> {
  const [named, opened] = await Promise.all([stat(path, { bigint: true }).catch(() => undefined), handle.stat({ bigint: true })]);
  return named?.ino === opened.ino && named.dev === opened.dev;
}

const ADVICE: { readonly [code: string]: string | undefined } = {
  ENOSPC: "make room on the disk",
  EDQUOT: "make room, the quota is used up",
  EROFS: "the file system is read-only, choose another place",
  EACCES: "give this user the right to it",
  EPERM: "give this user the right to it",
  EIO: "the disk fails",
  EISDIR: "it is a folder, name a file",
  ENOTFILE: "it is a pipe or a device, name a file",
  ELOOP: "its links lead in a circle",
};

/** Does what the platform may refuse; its error is then the cause of a `checkpoint-unavailable`, which says what the work was for. */
export async function orUnavailable<Result>(subject: string, problem: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause) ?? "unknown reason";
    throw new CheckpointError("checkpoint-unavailable", `${subject} ${problem} (${code})`, { advice: ADVICE[code], cause });
  }
}

// UV_FS_O_EXLOCK of libuv: on macOS and the BSDs open(2) takes the lock of flock(2) with the file, on Windows nobody else may open it.
const OPEN_AND_LOCK: { readonly [platform: string]: number | undefined } = {
  darwin: 0x20 | constants.O_NONBLOCK,
  freebsd: 0x20 | constants.O_NONBLOCK,
  openbsd: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};

/**
 * Opens a file and locks it; the file is made if it is missing. Closing it releases the lock, and so does the kernel when the process ends.
 *
 * The file stays: a file of the same name that is made anew would be another one, and have another owner.
 *
 * @returns The open file; or why the lock was not taken.
 * @throws The platform's error if the file cannot be opened.
 */
async function takeLock(path: string): Promise<FileHandle | LockFailure> {
  const lockAtOpen = OPEN_AND_LOCK[process.platform];
  if (lockAtOpen !== undefined) return openLocked(path, lockAtOpen);
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const failure = await flock(handle);
  if (failure === undefined) return handle;
  await handle.close();
  return failure;
}

async function openLocked(path: string, flags: number): Promise<FileHandle | LockFailure> {
  try {
    return await open(path, constants.O_RDWR | constants.O_CREAT | flags, 0o600);
  } catch (error) {
    if (/^(EAGAIN|EWOULDBLOCK|EBUSY)$/.test(`${codeOf(error)}`)) return "held";
    throw error;
  }
}

const FLOCK_LIMIT_MS = 10_000;
const FLOCK_TRIES = 5;

/**
 * Locks an open file by the command `flock`, because Node cannot: the lock belongs to the open file description, which the command inherits (flock(2)).
 *
 * @returns Why the lock was not taken; `undefined` if it was.
 */
async function flock(handle: FileHandle): Promise<LockFailure | undefined> {
  // A signal such as Ctrl-C, which the terminal sends to the command as well, says nothing about the lock.
  for (let tries = 1; tries <= FLOCK_TRIES; tries += 1) {
    const failure = await flockOnce(handle);
    if (failure !== "flock-ended") return failure;
  }
  return "flock-ended";
}

function flockOnce(handle: FileHandle): Promise<LockFailure | undefined> {
  return new Promise((resolve) => {
    // It needs nothing of the environment but the way to the command, and so gets no secret.
    const child = spawn("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", handle.fd], env: { PATH: process.env["PATH"] } });
    const timer = platformClock.after(FLOCK_LIMIT_MS, () => {
      child.kill("SIGKILL");
      resolve("flock-late");
    });
    const end = (failure: LockFailure | undefined): void => {
      platformClock.clear(timer);
      resolve(failure);
    };
    child.once("error", () => end("no-flock-command"));
    child.once("exit", (code) => end(code === 0 ? undefined : code === null ? "flock-ended" : code === 1 ? "held" : "refused"));
  });
}
