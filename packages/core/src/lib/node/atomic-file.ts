import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { refuseArgument } from "../refuse-input.ts";

/**
 * Writes a file whole or not at all: whoever reads it, after a crash at any instant too, finds the old content or the new one.
 *
 * The content goes to a new file beside it (mode 0600), which is synced and renamed over the old one; then the folder is synced, so that the name is kept as well.
 *
 * @param content A text, or bytes as they come; where these fail, nothing is written and their error is thrown.
 * @throws The platform's error where a step fails; the old content is still there then, unless the last step did.
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
  // There a folder cannot be synced.
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** @throws ArgumentError for what is no path, such as a variable of the environment that is not set. */
export function checkPath(by: string, path: unknown): void {
  if (typeof path !== "string" || path === "") refuseArgument(by, "path", "must be a path", path);
}

/** Reads a file as text; `undefined` where there is none. */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as { readonly code?: string }).code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Makes a folder with those above it, where they are missing.
 *
 * @throws The platform's error where one cannot be made, also where Node's own `mkdir` with `recursive` would try without end: below a folder such as `/proc`, which takes none.
 */
export async function makeFolder(path: string): Promise<void> {
  checkPath("makeFolder", path);
  const above = dirname(path);
  try {
    await mkdirOnce(path);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "ENOENT" || above === path) throw error;
    await makeFolder(above);
    await mkdirOnce(path);
  }
}

/** The path of a file with the links of its folders followed, so that two ways to it are told as one. The folder is made where it is missing. */
export async function canonicalPath(path: string): Promise<string> {
  const absolute = resolve(path);
  await makeFolder(dirname(absolute));
  return join(await realpath(dirname(absolute)), basename(absolute));
}

async function mkdirOnce(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if ((error as { readonly code?: string }).code !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}
