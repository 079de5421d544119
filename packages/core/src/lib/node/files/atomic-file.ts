import { constants } from "node:fs";
import { mkdir, open, readdir, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { rejectArgument } from "../../options/check-arguments.ts";

/**
 * Replaces a file atomically: a reader finds the old content or the new one, also after a crash.
 *
 * The content is written to a new file in the same folder, which is synced and renamed over the old
 * one. Then the folder is synced, so that the name is durable too.
 *
 * @param content A text, or a stream of bytes. If the stream fails, the file is unchanged and the
 * stream's error is thrown.
 * @param options.mode The permissions of the file. @default 0o600
 * @throws The platform's error if a step fails. The old content remains, unless the last step
 * failed.
 */
export async function writeFileAtomic(
  path: string,
  content: string | AsyncIterable<Uint8Array>,
  { mode = 0o600 }: { readonly mode?: number } = {},
): Promise<void> {
  checkPath("writeFileAtomic", path);
  const folder = dirname(path);
  // The global crypto can be switched off.
  const unique = process.getBuiltinModule("node:crypto").randomUUID();
  const temporary = join(folder, `.${basename(path)}.${unique}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await writeFile(file, content);
      if (mode !== 0o600) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    // The user knows the file, and not the temporary one.
    const { message }: { readonly message?: unknown } = Object(error);
    if (typeof message === "string" && message.includes(temporary)) Object.assign(error as Error, { message: message.replaceAll(temporary, path), path });
    throw error;
  }
  await syncFolder(folder);
}

/** Syncs a folder, so that the names in it survive a power failure. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot sync a folder.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws ArgumentError if a value is not a path, such as that of an unset variable. */
export function checkPath(by: string, path: unknown): void {
  if (typeof path !== "string" || path === "") rejectArgument(by, "path", "must be a path", path);
}

/** The platform's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  // In the realms of test runners, the platform's errors are not instances of Error.
  const { code }: { readonly code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}

/**
 * Returns the text of a file; `undefined` if the file does not exist.
 *
 * @throws The platform's error if it cannot be read; an error with the code `ENOTFILE` for a pipe
 * or a device, because reading one may never end.
 */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  const file = await orAbsent(open(path, constants.O_RDONLY | constants.O_NONBLOCK), "ENOENT");
  if (file === undefined) return undefined;
  try {
    const found = await file.stat();
    if (found.isFile() || found.isDirectory()) return await file.readFile("utf8");
    throw Object.assign(new Error(`${path} is not a file`), { code: "ENOTFILE" });
  } finally {
    await file.close();
  }
}

/**
 * Removes the temporary files that killed processes left next to a file.
 *
 * @param file The file. The caller holds its lock.
 */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const begin = `.${basename(file)}.`;
  // The whole name, so that the leftovers of `state.json` do not match `state`.
  const isLeftover = (name: string): boolean => name.startsWith(begin) && /^[\da-f-]{36}\.tmp$/.test(name.slice(begin.length));
  for (const name of await readdir(folder)) if (isLeftover(name)) await rm(join(folder, name), { force: true });
}

/**
 * Creates a folder and its missing parents.
 *
 * @throws The platform's error if one cannot be created, also below a folder such as `/proc`, where
 * Node's own `mkdir` with `recursive` would never end.
 */
export async function makeFolder(path: string): Promise<void> {
  checkPath("makeFolder", path);
  const above = dirname(path);
  try {
    await mkdirOnce(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT" || above === path) throw error;
    await makeFolder(above);
    await mkdirOnce(path);
  }
}

// The limit of Linux (path_resolution(7)).
const MAX_LINKS = 40;

/**
 * Returns the path of a file with all links resolved, so that two paths of one file are equal. The
 * file need not exist; a missing folder is created.
 *
 * @throws The platform's error, such as `ELOOP` for circular links.
 */
export async function canonicalPath(path: string): Promise<string> {
  let file = resolve(path);
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    await makeFolder(dirname(file));
    file = join(await realpath(dirname(file)), basename(file));
    // EINVAL: it is not a link.
    const target = await orAbsent(readlink(file), "ENOENT", "EINVAL");
    if (target === undefined) return file;
    file = resolve(dirname(file), target);
  }
  throw Object.assign(new Error(`${path} leads through more than ${MAX_LINKS} links`), { code: "ELOOP" });
}

/** Returns the result of a platform call; `undefined` if it fails with one of the codes. */
async function orAbsent<Result>(work: Promise<Result>, ...codes: readonly string[]): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(`${codeOf(error)}`)) return undefined;
    throw error;
  }
}

/** The folders whose names this process has synced. */
const keptFolders = new Set<string>();

async function mkdirOnce(path: string): Promise<void> {
  // Without its name in the parent folder, its content would be lost.
  const keepName = (): Promise<void> => syncFolder(dirname(path));
  try {
    await mkdir(path);
    await keepName();
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
    // Its creator may have ended before the sync. Folders that cannot be opened or synced are other
    // users'.
    if (!keptFolders.has(path)) await orAbsent(keepName(), "EACCES", "EPERM", "EINVAL", "ENOTSUP");
  }
  keptFolders.add(path);
}
