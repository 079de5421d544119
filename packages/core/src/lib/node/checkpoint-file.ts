import { readdir, realpath, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { CheckpointError } from "../errors.ts";
import type { CheckpointStore, OwnedCheckpoint } from "../feed/checkpoint.ts";
import { checkPath, makeFolder, readFileIfThere, writeFileAtomic } from "./atomic-file.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint-content.ts";
import { lockFile } from "./file-lock.ts";

/**
 * Keeps the checkpoint of one feed in a file that only its owner can read (mode 0600). It is written whole or not at all and synced, so that a crash at any instant leaves the old one or the
 * new one.
 *
 * A second process is refused while one has it: a lock on `PATH.lock`, which the kernel frees when the process ends, however it ends. That file stays. On Linux the lock needs the command
 * `flock` (util-linux or busybox), and a file system that has locks; on macOS, the BSDs and Windows it comes with opening the file, which the project's tests, on Linux, do not run.
 *
 * @param path The file. Its folder is made where it is missing.
 * @throws ArgumentError where it is no path.
 */
export function fileCheckpoint(path: string): CheckpointStore {
  checkPath("fileCheckpoint", path);
  return {
    async acquire(stream) {
      // Two paths to one file, such as by a link, must find the same lock.
      const file = await failingAs(path, "cannot be prepared", () => canonical(path));
      const unlock = await failingAs(path, "cannot be locked", () => lockFile(`${file}.lock`));
      if (unlock === "held")
        throw new CheckpointError(
          "checkpoint-owned",
          `the checkpoint ${path} is in use by another process: stop that one first, or stand by for it (a feed's standByMs)`,
        );
      if (unlock === "refused") {
        throw new CheckpointError(
          "checkpoint-unavailable",
          `the checkpoint ${path} cannot be locked: its file system has no locks. Choose another place, or another store`,
        );
      }
      if (unlock === "no-flock-command") {
        throw new CheckpointError(
          "checkpoint-unavailable",
          `the checkpoint ${path} cannot be locked: the command flock is missing. Install it (util-linux, or busybox), or keep checkpoints in another store`,
        );
      }
      try {
        await failingAs(path, "cannot be prepared", () => removeLeftovers(file));
      } catch (error) {
        await unlock();
        throw error;
      }
      return own(path, file, stream, unlock);
    },
  };
}

function own(path: string, file: string, stream: string, unlock: () => Promise<void>): OwnedCheckpoint {
  let mine = true;

  async function load() {
    const text = await failingAs(path, "cannot be read", () => readFileIfThere(file));
    return text === undefined ? undefined : readCheckpoint(text, stream, path);
  }

  return {
    load,
    async save(position, version) {
      if (!mine) throw new CheckpointError("checkpoint-lost", `the checkpoint ${path} was released before this save`);
      // Nobody else holds the lock, but a person may have put another file there.
      const present = (await load())?.version ?? 0;
      if (present !== version) {
        throw new CheckpointError(
          "checkpoint-lost",
          `the checkpoint ${path} was changed by somebody else: expected version ${version}, found ${present}. It was left as it is`,
        );
      }
      await failingAs(path, "cannot be written", () => writeFileAtomic(file, writeCheckpoint(stream, { position, version: version + 1 })));
      return version + 1;
    },
    async release() {
      if (!mine) return;
      mine = false;
      await unlock();
    },
  };
}

async function canonical(path: string): Promise<string> {
  const absolute = resolve(path);
  await makeFolder(dirname(absolute));
  return join(await realpath(dirname(absolute)), basename(absolute));
}

/** A process that was killed in the middle of a write leaves its temporary file. Whoever has the lock knows that nobody writes. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const begin = `.${basename(file)}.`;
  // Whole, so that those of `state.json` are not taken for those of `state`.
  const leftover = (name: string): boolean => name.startsWith(begin) && /^[\da-f-]{36}\.tmp$/.test(name.slice(begin.length));
  for (const name of await readdir(folder)) if (leftover(name)) await rm(join(folder, name), { force: true });
}

async function failingAs<Result>(path: string, what: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const reason = (cause as { readonly code?: string }).code ?? "unknown reason";
    throw new CheckpointError("checkpoint-unavailable", `the checkpoint ${path} ${what} (${reason})${ADVICE[reason] ?? ""}`, { cause });
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
