import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CheckpointError } from "../errors.ts";
import type { CheckpointStore, OwnedCheckpoint } from "../feed/checkpoint.ts";
import { checkPath, readFileIfThere, writeFileAtomic } from "./atomic-file.ts";
import { readCheckpoint, writeCheckpoint } from "./checkpoint-content.ts";
import { failingAs, ownFile } from "./own-file.ts";

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
      const { file, release } = await ownFile(path, "checkpoint");
      try {
        await failingAs(`the checkpoint ${path}`, "cannot be prepared", () => removeLeftovers(file));
      } catch (error) {
        await release();
        throw error;
      }
      return own(path, file, stream, release);
    },
  };
}

function own(path: string, file: string, stream: string, unlock: () => Promise<void>): OwnedCheckpoint {
  const subject = `the checkpoint ${path}`;
  let mine = true;

  async function load() {
    const text = await failingAs(subject, "cannot be read", () => readFileIfThere(file));
    return text === undefined ? undefined : readCheckpoint(text, stream, path);
  }

  return {
    load,
    async save(position, version) {
      if (!mine) throw new CheckpointError("checkpoint-lost", `${subject} was released before this save`);
      // Nobody else holds the lock, but a person may have put another file there.
      const present = (await load())?.version ?? 0;
      if (present !== version) {
        throw new CheckpointError(
          "checkpoint-lost",
          `${subject} was changed by somebody else: expected version ${version}, found ${present}. It was left as it is`,
        );
      }
      await failingAs(subject, "cannot be written", () => writeFileAtomic(file, writeCheckpoint(stream, { position, version: version + 1 })));
      return version + 1;
    },
    async release() {
      if (!mine) return;
      mine = false;
      await unlock();
    },
  };
}

/** A process that was killed in the middle of a write leaves its temporary file. Whoever has the lock knows that nobody writes. */
async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const begin = `.${basename(file)}.`;
  // Whole, so that those of `state.json` are not taken for those of `state`.
  const leftover = (name: string): boolean => name.startsWith(begin) && /^[\da-f-]{36}\.tmp$/.test(name.slice(begin.length));
  for (const name of await readdir(folder)) if (leftover(name)) await rm(join(folder, name), { force: true });
}
