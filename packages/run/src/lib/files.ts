import { chmod, readFile, stat } from "node:fs/promises";
import type { Writable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { writeFileAtomic } from "@keywright/core/node";

/** A file cannot be read or written: exit code 1. */
export class FileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "FileError";
  }
}

/**
 * Returns the text of a file; without a name, of standard input.
 *
 * @throws FileError if it cannot be read or is not UTF-8.
 */
export async function readText(path: string | undefined): Promise<string> {
  const name = path ?? "standard input";
  const bytes = await (path === undefined ? buffer(process.stdin) : readFile(path)).catch((error: Error) => {
    throw new FileError(`${name} cannot be read: ${error.message}`);
  });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new FileError(`${name} must be a text in UTF-8`);
  }
}

/**
 * Writes a file, whole or not at all. A symbolic link is replaced by the file.
 *
 * @throws FileError if it cannot be written, or if it would replace a device or a folder.
 */
export async function writeSecretFile(path: string, content: string, mode: number): Promise<void> {
  const existing = await stat(path).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) throw new FileError(`--output must be a file; ${path} is none`);
  try {
    await writeFileAtomic(path, content);
    if (mode !== 0o600) await chmod(path, mode);
  } catch (error) {
    throw new FileError(`${path} cannot be written: ${(error as Error).message}`);
  }
}

/** Writes a text to a stream. @throws FileError if its reader is gone. */
export function writeText(stream: Writable, content: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(content, (error) => (error ? reject(new FileError(`the output cannot be written: ${error.message}`)) : resolve()));
  });
}
