import { CheckpointError } from "../errors.ts";
import { canonicalPath, checkPath } from "./atomic-file.ts";
import { type LockFailure, lockFile } from "./file-lock.ts";

/** A file that nobody else may take. */
export interface OwnedFile {
  /** Where it is, with the links of its folders followed. */
  readonly file: string;
  /** Gives it free. */
  release(): Promise<void>;
}

/**
 * Takes a file for the caller alone, until it is released or its process has ended, however it ends. The lock is on `PATH.lock`, which stays; the file itself is not touched and need not be
 * there. Its folder is made where it is missing.
 *
 * @param what What it is to a user, such as `checkpoint`: for messages. @default "file"
 * @throws ArgumentError where `path` is no path; CheckpointError `checkpoint-owned` where somebody else has it, `checkpoint-unavailable` where it cannot be locked.
 */
export async function ownFile(path: string, what = "file"): Promise<OwnedFile> {
  checkPath("ownFile", path);
  const subject = `the ${what} ${path}`;
  const file = await failingAs(subject, "cannot be prepared", () => canonicalPath(path));
  const unlock = await failingAs(subject, `cannot be locked by ${file}.lock`, () => lockFile(`${file}.lock`));
  if (typeof unlock !== "string") return { file, release: unlock };
  throw new CheckpointError(unlock === "held" ? "checkpoint-owned" : "checkpoint-unavailable", `${subject} ${REFUSALS[unlock]}`);
}

const REFUSALS: { readonly [failure in LockFailure]: string } = {
  held: "is in use by another process: stop that one first, or stand by for it (a feed's standByMs)",
  refused: "cannot be locked: its file system has no locks. Choose another place, or another store",
  "no-flock-command": "cannot be locked: the command flock is missing. Install it (util-linux, or busybox), or keep checkpoints in another store",
};

/** Does what the platform may refuse, and then says what it was done to. */
export async function failingAs<Result>(subject: string, problem: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const reason = (cause as { readonly code?: string }).code ?? "unknown reason";
    throw new CheckpointError("checkpoint-unavailable", `${subject} ${problem} (${reason})${ADVICE[reason] ?? ""}`, { cause });
  }
}

const ADVICE: { readonly [code: string]: string | undefined } = {
  ENOSPC: ": make room on the disk",
  EDQUOT: ": make room, the quota is used up",
  EROFS: ": the file system is read-only, choose another place",
  EACCES: ": give this user the right to it",
  EPERM: ": give this user the right to it",
  EIO: ": the disk fails",
  EISDIR: ": it is a folder, name a file",
};
