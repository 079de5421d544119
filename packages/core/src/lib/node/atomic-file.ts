import { randomUUID } from "node:crypto";
import { mkdir, open, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
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

/** Reads a file as text; `undefined` if there is none. */
export async function readFileIfThere(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
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

/** The path of a file with the links of its folders followed, so that two paths of one file are the same. The folder is made if it is missing. */
export async function canonicalPath(path: string): Promise<string> {
  const absolute = resolve(path);
  await makeFolder(dirname(absolute));
  return join(await realpath(dirname(absolute)), basename(absolute));
}

async function mkdirOnce(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST" || !(await stat(path)).isDirectory()) throw error;
  }
}
