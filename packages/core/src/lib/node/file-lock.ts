import { spawn } from "node:child_process";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";

/** Why a lock was not taken. */
export type LockFailure = "held" | "refused" | "no-flock-command";

// What libuv knows as UV_FS_O_EXLOCK: on macOS and the BSDs open(2) takes the lock of flock(2) with the file, on Windows nobody else may open it.
const OPEN_AND_LOCK: { readonly [platform: string]: number | undefined } = {
  darwin: 0x20 | constants.O_NONBLOCK,
  freebsd: 0x20 | constants.O_NONBLOCK,
  openbsd: 0x20 | constants.O_NONBLOCK,
  win32: 0x1000_0000,
};

/**
 * Takes the lock of a file, which is made where it is missing. The kernel gives the lock free when the process ends, however it ends.
 *
 * The file stays: one that is removed and made again would be another one, and have another owner.
 *
 * @returns What gives it free; or why it was not taken.
 * @throws The platform's error where the file cannot be opened.
 */
export async function lockFile(path: string): Promise<(() => Promise<void>) | LockFailure> {
  const atOpen = OPEN_AND_LOCK[process.platform];
  if (atOpen !== undefined) return openLocked(path, atOpen);
  const handle = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  const failure = await flock(handle);
  if (failure === undefined) return () => handle.close();
  await handle.close();
  return failure;
}

async function openLocked(path: string, flags: number): Promise<(() => Promise<void>) | LockFailure> {
  try {
    const handle = await open(path, constants.O_RDWR | constants.O_CREAT | flags, 0o600);
    return () => handle.close();
  } catch (error) {
    const code = (error as { readonly code?: string }).code;
    if (code === "EAGAIN" || code === "EWOULDBLOCK" || code === "EBUSY") return "held";
    throw error;
  }
}

/**
 * Locks an open file by the command `flock`, as Node itself cannot: the lock belongs to what is open, which the command inherits and leaves with us (flock(2)).
 *
 * @returns Why it was not taken; `undefined` where it was.
 */
function flock(handle: FileHandle): Promise<LockFailure | undefined> {
  return new Promise((resolve) => {
    const child = spawn("flock", ["-n", "-x", "3"], { stdio: ["ignore", "ignore", "ignore", handle.fd] });
    child.once("error", () => resolve("no-flock-command"));
    // Such as by Ctrl-C, which the terminal sends to us both: how this program ends is its own matter.
    child.once("exit", (code, signal) => resolve(/INT|TERM|HUP/.test(`${signal}`) ? flock(handle) : code === 0 ? undefined : code === 1 ? "held" : "refused"));
  });
}
