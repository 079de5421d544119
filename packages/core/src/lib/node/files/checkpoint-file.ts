import { isObject } from "../../call/request/check-input.ts";
import { createHash } from "node:crypto";
import { CheckpointError } from "../../errors.ts";
import { type Checkpoint, type CheckpointStore, isPosition, type OwnedCheckpoint } from "../../feed/checkpoint.ts";
import { checkPath, readFileIfThere, removeLeftovers, writeFileAtomic } from "./atomic-file.ts";
import { lockFile, orUnavailable } from "./file-lock.ts";

const FORMAT = "keywright-checkpoint/1";

/**
 * Returns a store that keeps the checkpoint of one feed in a file with mode 0600. The file is
 * replaced atomically and synced, so that a crash at any time leaves the old content or the new
 * one.
 *
 * A lock on `PATH.lock` excludes other processes. The kernel releases it when the process ends,
 * however it ends; the lock file stays. On Linux the lock needs the command `flock` (util-linux or
 * busybox) and a file system that has locks. On macOS, the BSDs and Windows, opening the file takes
 * the lock; the project's tests run on Linux only.
 *
 * @param path The file, or a link to it, which stays. A missing folder is created.
 * @throws ArgumentError if `path` is not a path.
 */
export function fileCheckpoint(path: string): CheckpointStore {
  checkPath("fileCheckpoint", path);
  return {
    async acquire(stream) {
      const { file, release } = await lockFile(path, "checkpoint");
      try {
        await orUnavailable(`the checkpoint ${path}`, "cannot be prepared", () => removeLeftovers(file));
      } catch (error) {
        await release();
        throw error;
      }
      return ownedCheckpoint(path, file, stream, release);
    },
    peek: (stream) => load(path, stream, `the checkpoint ${path}`),
  };
}

async function load(file: string, stream: string, subject: string): Promise<Checkpoint | undefined> {
  const text = await orUnavailable(subject, "cannot be read", () => readFileIfThere(file));
  return text === undefined ? undefined : readCheckpoint(text, stream, subject);
}

function ownedCheckpoint(path: string, file: string, stream: string, unlock: () => Promise<void>): OwnedCheckpoint {
  const subject = `the checkpoint ${path}`;
  let isOwned = true;

  return {
    load: () => load(file, stream, subject),
    async save(position, version) {
      if (!isOwned) throw new CheckpointError("checkpoint-lost", `${subject} was released before this save`);
      // No other process holds the lock, but a person may have replaced the file.
      const present = (await load(file, stream, subject))?.version ?? 0;
      if (present !== version)
        throw new CheckpointError(
          "checkpoint-lost",
          `${subject} was changed by another program: expected version ${version}, found ${present}. It was left as it is`,
        );
      await orUnavailable(subject, "cannot be written", () => writeFileAtomic(file, writeCheckpoint(stream, { position, version: version + 1 })));
      return version + 1;
    },
    async release() {
      if (!isOwned) return;
      isOwned = false;
      await unlock();
    },
  };
}

/** Returns one line of JSON, with a checksum and the name of the stream. */
function writeCheckpoint(stream: string, { position, version }: Checkpoint): string {
  const body = { format: FORMAT, stream, version, position };
  return `${JSON.stringify({ ...body, sha256: digest(body) })}\n`;
}

/** @throws CheckpointError `checkpoint-damaged` or `checkpoint-foreign`: never a wrong position. */
function readCheckpoint(text: string, stream: string, subject: string): Checkpoint {
  const reject = (problem: string): never => {
    const advice = "restore it from a copy, or remove it and start at a time with since. It was left as it is";
    throw new CheckpointError("checkpoint-damaged", `${subject} ${problem}`, { option: "since", advice });
  };
  if (text.trim() === "") reject("is empty");
  const { format, stream: owner, version, position, sha256 } = parse(text) ?? reject("is not JSON: it is incomplete or another file");
  if (typeof format !== "string" || !format.startsWith("keywright-checkpoint/")) reject("is not a checkpoint of a feed");
  if (format !== FORMAT) reject(`has the format ${JSON.stringify(format).slice(0, 40)}, this version reads and writes ${FORMAT}`);
  if (sha256 !== digest({ format: FORMAT, stream: owner, version, position })) reject("was altered: its checksum is not that of its content");
  if (owner !== stream) {
    throw new CheckpointError("checkpoint-foreign", `${subject} belongs to ${JSON.stringify(owner)}, not to ${JSON.stringify(stream)}`, {
      advice: "give each feed its own file. It was left as it is",
    });
  }
  if (!isPosition(position) || typeof version !== "number" || !Number.isSafeInteger(version)) return reject("has no position that a feed can continue from");
  return { position, version };
}

function parse(text: string): { readonly [name: string]: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function digest(body: object): string {
  return createHash("sha256").update(JSON.stringify(body)).digest("hex");
}
