import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, readdir, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { refuseArgument } from "../check-arguments.ts";

/**
 * Writes a file whole or not at all: a reader finds the old content or the new one, also after a crash at any instant.
 *
 * The content goes to a new file beside it (mode 0600), which is synced and renamed over the old one; then the folder is synced, so that the name is kept as well.
 *
 * @param content A text, or bytes as they come; if these fail, nothing is written and their error is thrown.
 * @throws The platform's error if a step fails; the old content is still there then, unless the last step did.
 */
export async function writeFileAtomic(path: string, content: string | AsyncIterable<Uint8Array>): Promise<void> {
  checkPath("writeFileAtomic", path);
  const folder = dirname(path);
  const temporary = join(folder, `.${basename(path)}.${randomUUID()}.tmp`);
  try {
    const file = await open(temporary, "wx", 0o600);
    try {
      await writeFile(file, content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  await syncFolder(folder);
}

/** Keeps the names in a folder, also if the power fails. */
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

/** @throws ArgumentError if a value is not a path, such as that of an environment variable that is not set. */
export function checkPath(by: string, path: unknown): void {
  if (typeof path !== "string" || path === "") refuseArgument(by, "path", "must be a path", path);
}

/** The platform's code of an error, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  // Test runners have realms, and there the platform's errors are no instances of Error.
  const { code }: { readonly code?: unknown } = Object(error);
  return typeof code === "string" ? code : undefined;
}

/**
 * Reads a file as text; `undefined` if there is none.
 *
 * @throws The platform's error if it cannot be read; an error with the code `ENOTFILE` for a pipe or a device, whose content a program could wait for without end.
 */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  const file = await orAbsent(open(path, constants.O_RDONLY | constants.O_NONBLOCK), "ENOENT");
  if (file === undefined) return undefined;
  try {
    const found = await file.stat();
    if (found.isFile() || found.isDirectory()) return await file.readFile("utf8");
    throw Object.assign(new Error(`${path} is no file`), { code: "ENOTFILE" });
  } finally {
    await file.close();
  }
}

/**
 * Removes the temporary files that killed processes left beside a file, with what they were writing.
 *
 * @param file A file that nobody writes meanwhile: the caller holds its lock.
 */
export async function removeLeftovers(file: string): Promise<void> {
  const folder = dirname(file);
  const begin = `.${basename(file)}.`;
  // The whole name, so that the leftovers of `state.json` are not taken for those of `state`.
  const isLeftover = (name: string): boolean => name.startsWith(begin) && /^[\da-f-]{36}\.tmp$/.test(name.slice(begin.length));
  for (const name of await readdir(folder)) if (isLeftover(name)) await rm(join(folder, name), { force: true });
}

/**
 * Makes a folder with those above it, if they are missing.
 *
 * @throws The platform's error if one cannot be made, also if Node's own `mkdir` with `recursive` would try without end: below a folder such as `/proc`, which takes none.
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

// As many as Linux follows itself (path_resolution(7)).
const MAX_LINKS = 40;

/**
 * The path of a file with all links followed, its own and those of its folders, so that two paths of one file are the same. The file need not exist; its folder is made if it is missing.
 *
 * @throws The platform's error, such as `ELOOP` for links that lead in a circle.
 */
export async function canonicalPath(path: string): Promise<string> {
  let file = resolve(path);
  for (let links = 0; links <= MAX_LINKS; links += 1) {
    await makeFolder(dirname(file));
    file = join(await realpath(dirname(file)), basename(file));
    // EINVAL: it is no link.
    const target = await orAbsent(readlink(file), "ENOENT", "EINVAL");
    if (target === undefined) return file;
    file = resolve(dirname(file), target);
  }
  throw Object.assign(new Error(`${path} leads through more than ${MAX_LINKS} links`), { code: "ELOOP" });
}

/** What the platform gives; `undefined` if it fails with one of the codes. */
async function orAbsent<Result>(work: Promise<Result>, ...codes: readonly string[]): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (codes.includes(`${codeOf(error)}`)) return undefined;
    throw error;
  }
}

/** The folders whose names are kept, as far as this process could see to it. */
const keptFolders = new Set<string>();

async function mkdirOnce(path: string): Promise<void> {
  // Without its name in the folder above, all that is kept in it would be lost.
  const keepName = (): Promise<void> => syncFolder(dirname(path));
  try {
    await mkdir(path);
    await keepName();
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
    // Who made it may have died, or failed, before its name was kept. Folders of others, which cannot be opened or synced, are their matter.
    if (!keptFolders.has(path)) await orAbsent(keepName(), "EACCES", "EPERM", "EINVAL", "ENOTSUP");
  }
  keptFolders.add(path);
}
