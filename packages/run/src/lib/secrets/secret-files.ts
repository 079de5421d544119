import { accessSync, closeSync, constants, fchmodSync, lstatSync, mkdirSync, mkdtempSync, openSync, readFileSync, readlinkSync } from "node:fs";
import { realpathSync, renameSync, rmdirSync, rmSync, type Stats, statfsSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { isKeywrightError } from "@keywright/core";
import { describeError } from "@keywright/core/client";
import { lockFile } from "@keywright/core/node";
import type { Log } from "../process/log.ts";
import { FileError } from "./files.ts";

/** A name of a file, and its content. */
type Named = readonly [name: string, content: string | Buffer];

/** Secrets of a command as files. Calls are synchronous, so that no signal comes in between. */
export interface SecretFiles {
  /**
   * Replaces the files that changed, each whole, and removes others. Returns all paths.
   *
   * @throws FileError if one cannot be written: then none has changed.
   */
  write(contents: readonly Named[]): readonly (readonly [name: string, path: string])[];
  /** Removes the files, and the folder unless it was there before. Later writes have no effect. */
  remove(): void;
  /** Removes them, and lets others use the folder. */
  close(): Promise<void>;
}

/** The types of tmpfs and ramfs (statfs(2)). */
const IN_MEMORY: readonly number[] = [0x01021994, 0x858458f6];
const SHARED_MEMORY = "/dev/shm";
const PREFIX = `${SHARED_MEMORY}/keywright-run-`;
/** A file for the next run if this is killed: who created the folder, and names, one a line. */
const STATE = ".keywright-run";
const NEXT_STATE = `${STATE}.tmp`;
const CREATED = "created";

/**
 * Locks a folder for files with secrets. A missing one is created, in memory if there is a file
 * system for that: its name then is a link. The files of a killed run are removed.
 *
 * @param names Of files that are known before their secrets are read.
 * @throws FileError if others can write to it, use it, or have a file of one of the names.
 */
export async function openSecretFiles(folder: string, names: readonly string[], log: Log): Promise<SecretFiles> {
  const path = resolve(folder);
  const isNew = lstatSync(path, { throwIfNoEntry: false }) === undefined;
  let isCreated = orFileError(folder, () => create(path));
  const real = realpathSync(path);
  const file = (name: string): string => join(real, name);
  const temporary = (name: string): string => file(`.${name}.tmp`);
  const claimed = new Set<string>();
  const current = new Map<string, Buffer>();
  let isOpen = true;

  const lock = await lockFile(file(STATE)).catch((error: unknown) => {
    if (isKeywrightError(error, "checkpoint-owned")) throw inUse(folder);
    if (isNew) removeFolder();
    throw new FileError(`${folder} cannot be used for --files: ${describeError(error)}`);
  });
  try {
    if (!(await lock.isInPlace())) throw inUse(folder);
    isCreated = removeLeftovers() || isCreated;
    claim(names);
  } catch (error) {
    if (isNew) removeFolder();
    await lock.release();
    throw error;
  }
  if (!isInMemory(real)) log({ level: "warn", event: "files-on-disk", message: `${folder} is on a disk, which can keep secrets after they are removed` });

  /** Notes names, before the first of their secrets, so that the next run removes their files. */
  function claim(added: readonly string[]): void {
    const taken = added.flatMap((name) => [file(name), temporary(name)]).find((each) => lstatSync(each, { throwIfNoEntry: false }) !== undefined);
    if (taken !== undefined) throw new FileError(`--files replaces no file; ${join(folder, basename(taken))} is there. Name another folder`);
    orFileError(folder, () => {
      rmSync(file(NEXT_STATE), { force: true });
      writeNew(file(NEXT_STATE), [isCreated ? CREATED : "found", ...claimed, ...added].join("\n"), 0o600);
      renameSync(file(NEXT_STATE), file(STATE));
    });
    for (const name of added) claimed.add(name);
  }

  function removeLeftovers(): boolean {
    const [origin, ...old] = attempt(() => readFileSync(file(STATE), "utf8").split("\n")) ?? [];
    // The file is there from before the first secret, so it says of each one.
    for (const name of old) for (const left of [file(name), temporary(name)]) attempt(() => rmSync(left, { force: true }));
    rmSync(file(STATE), { force: true });
    return origin === CREATED;
  }

  function removeFolder(): void {
    for (const left of [STATE, NEXT_STATE, `${STATE}.lock`].map(file)) attempt(() => rmSync(left, { force: true }));
    if (!isCreated) return;
    attempt(() => {
      rmdirSync(real);
      // A link leads to the folder that is gone now.
      rmSync(path, { force: true });
    });
  }

  function remove(): void {
    if (!isOpen) return;
    isOpen = false;
    for (const name of current.keys()) attempt(() => rmSync(file(name), { force: true }));
    removeFolder();
  }

  return {
    write(contents) {
      const changed = isOpen ? contents.filter(([name, content]) => current.get(name)?.equals(Buffer.from(content)) !== true) : [];
      const added = changed.map(([name]) => name).filter((name) => !claimed.has(name));
      if (added.length > 0) claim(added);
      try {
        for (const [name, content] of changed) writeNew(temporary(name), content, 0o400);
        for (const [name, content] of changed) {
          renameSync(temporary(name), file(name));
          current.set(name, Buffer.from(content));
        }
        for (const name of isOpen ? [...current.keys()] : [])
          if (!contents.some(([own]) => own === name)) {
            rmSync(file(name), { force: true });
            current.delete(name);
          }
      } catch (error) {
        for (const [name] of changed) attempt(() => rmSync(temporary(name), { force: true }));
        throw new FileError(`the files of --files cannot be written to ${real}: ${(error as Error).message}`);
      }
      return contents.map(([name]) => [name, join(path, name)]);
    },
    remove,
    async close() {
      remove();
      await lock.release();
      // Windows removes no file that is open.
      if (process.platform === "win32") removeFolder();
    },
  };
}

/** Creates a folder unless it is there. Returns whether this or a killed run created it. */
function create(path: string): boolean {
  const target = attempt(() => readlinkSync(path));
  if (target?.startsWith(PREFIX)) {
    // The memory is empty after a boot.
    attempt(() => mkdirSync(target, { mode: 0o700 }));
    expectOwn(path, statSync(path));
    return true;
  }
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) {
    expectOwn(path, found);
    return false;
  }
  if (isInMemory(dirname(path)) || !isInMemory(SHARED_MEMORY)) {
    mkdirSync(path, { mode: 0o700 });
    return true;
  }
  const created = mkdtempSync(PREFIX);
  try {
    symlinkSync(created, path);
  } catch (error) {
    rmdirSync(created);
    throw error;
  }
  return true;
}

function expectOwn(path: string, found: Stats): void {
  if (!found.isDirectory()) throw new FileError(`--files must be a folder; ${path} is none`);
  // Windows has other permissions, which a folder has from the one above.
  const own = process.geteuid?.();
  if (own === undefined || (found.uid === own && (found.mode & 0o022) === 0)) return;
  throw new FileError(`--files must be a folder that only this user can write to; ${path} is another. Name a new one, such as ${join(path, "secrets")}`);
}

/** Whether files in a folder are in memory. This user must be able to write to it. */
function isInMemory(folder: string): boolean {
  const type = attempt(() => {
    accessSync(folder, constants.W_OK);
    return statfsSync(folder).type;
  });
  return type !== undefined && IN_MEMORY.includes(type);
}

function writeNew(path: string, content: string | Buffer, mode: number): void {
  const descriptor = openSync(path, "wx", 0o600);
  try {
    writeFileSync(descriptor, content);
    // Windows replaces no file that is read-only.
    if (process.platform !== "win32") fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}

function inUse(folder: string): FileError {
  return new FileError(`--files must be a folder of one run; another one uses ${folder}`);
}

function orFileError<Result>(folder: string, action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    throw error instanceof FileError ? error : new FileError(`${folder} cannot be used for --files: ${(error as Error).message}`);
  }
}

/** Returns the result of an action, if it has one. */
function attempt<Result>(action: () => Result): Result | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
