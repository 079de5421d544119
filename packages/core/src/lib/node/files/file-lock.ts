import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open, stat } from "node:fs/promises";
import { rejectArgument } from "../../options/check-arguments.ts";
import { platformClock } from "../../clock.ts";
import { CheckpointError } from "../../errors.ts";
import { canonicalPath, checkPath, codeOf } from "./atomic-file.ts";

/** A file that is locked for this process. */
export interface LockedFile {
  /** The path, with all links resolved. */
  readonly file: string;
  /** Whether the lock file is at its path. If it was removed, another process can lock the file. */
  isInPlace(): Promise<boolean>;
  /** Releases the lock. */
  release(): Promise<void>;
}

/** Why a lock was not acquired. */
type LockFailure = "held" | "refused" | "no-flock-command" | "flock-ended" | "flock-late";

const FAILURES: { readonly [failure in LockFailure]: { readonly problem: string; readonly option?: string; readonly advice?: string } } = {
  held: { problem: "is in use by another process", option: "standByMs", advice: "stop that process, or wait for it with standByMs" },
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
 * Locks a file for the caller alone, until it is released or its process ends, however it ends. The
 * lock is on `PATH.lock`, which stays; the file itself is not touched and need not exist. A missing
 * folder is created.
 *
 * @param what The name of the file's purpose in messages, such as `checkpoint`. @default "file"
 * @throws ArgumentError if `path` is not a path; CheckpointError `checkpoint-owned` if another
 * process has it, `checkpoint-unavailable` if it cannot be locked.
 */
export async function lockFile(path: string, what = "file"): Promise<LockedFile> {
  checkPath("lockFile", path);
  if (typeof what !== "string") rejectArgument("lockFile", "what", "must be a string", what);
  const subject = `the ${what} ${path}`;
  const file = await orUnavailable(subject, "cannot be prepared", () => canonicalPath(path));
  const lock = await takeLock(subject, `${file}.lock`);
  if (typeof lock !== "string") return { file, isInPlace: () => leadsTo(`${file}.lock`, lock), release: () => lock.close() };
  const { problem, ...details } = FAILURES[lock];
  throw new CheckpointError(lock === "held" ? "checkpoint-owned" : "checkpoint-unavailable", `${subject} ${problem}`, details);
}

/** Whether a path is that of an open file. */
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

/** Runs a platform operation. Its error causes a `checkpoint-unavailable` with the file's name. */
export async function orUnavailable<Result>(subject: string, problem: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const code = codeOf(cause) ?? "unknown reason";
    throw new CheckpointError("checkpoint-unavailable", `${subject} ${problem} (${code})`, { advice: ADVICE[code], cause });
  }
}

// UV_FS_O_EXLOCK of libuv: open(2) locks as flock(2) on macOS and the BSDs; on Windows it excludes
// others.
const OPEN_AND_LOCK: { readonly [platform: string]: number | undefined } = {
  darwin: 0x20 | constants.O_NONBLOCK,
  freebsd: 0x20 | constants.O_NONBLOCK,
  openbsd: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};

/**
 * Opens a file and locks it; a missing file is created. Closing it releases the lock, and so does
 * the kernel when the process ends.
 *
 * The file stays, because a new file of the same name could have another owner.
 *
 * @returns The open file, or why the lock was not acquired.
 * @throws CheckpointError `checkpoint-unavailable` if the file cannot be opened, or the command not
 * be started.
 */
async function takeLock(subject: string, path: string): Promise<FileHandle | LockFailure> {
  const lockAtOpen = OPEN_AND_LOCK[process.platform];
  const problem = `cannot be locked by ${path}`;
  if (lockAtOpen !== undefined) return orUnavailable(subject, problem, () => openLocked(path, lockAtOpen));
  const handle = await orUnavailable(subject, problem, () => open(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  try {
    const failure = await orUnavailable(subject, "cannot be locked: the command flock cannot be started", () => flock(handle));
    if (failure === undefined) return handle;
    await handle.close();
    return failure;
  } catch (error) {
    await handle.close();
    throw error;
  }
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
 * Locks an open file with the command `flock`, because Node cannot. The lock belongs to the open
 * file description, which the command inherits (flock(2)).
 * @returns Why the lock was not acquired; `undefined` if it was.
 */
async function flock(handle: FileHandle): Promise<LockFailure | undefined> {
  // A signal such as Ctrl-C, which the command gets too, says nothing about the lock.
  for (let tries = 1; tries <= FLOCK_TRIES; tries += 1) {
    const failure = await flockOnce(handle);
    if (failure !== "flock-ended") return failure;
  }
  return "flock-ended";
}

function flockOnce(handle: FileHandle): Promise<LockFailure | undefined> {
  return new Promise((resolve, reject) => {
    // It only needs PATH, so it gets no secret of the environment.
    const child = spawn("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", handle.fd], env: { PATH: process.env["PATH"] } });
    const timer = platformClock.after(FLOCK_LIMIT_MS, () => {
      child.kill("SIGKILL");
      resolve("flock-late");
    });
    const end = (settle: () => void): void => {
      platformClock.clear(timer);
      settle();
    };
    child.once("error", (error) => end(() => (codeOf(error) === "ENOENT" ? resolve("no-flock-command") : reject(error))));
    child.once("exit", (code) => end(() => resolve(code === 0 ? undefined : code === null ? "flock-ended" : code === 1 ? "held" : "refused")));
  });
}
