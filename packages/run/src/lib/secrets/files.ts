import { fstatSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
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
 * @param template The file that the content is made from. Absent: standard input.
 * @throws FileError if it cannot be written, or would replace a device, a folder or the template.
 */
export async function writeSecretFile(
  path: string,
  content: string,
  { mode, template }: { readonly mode: number; readonly template: string | undefined },
): Promise<void> {
  const existing = await stat(path, { bigint: true }).catch(() => undefined);
  if (existing !== undefined && !existing.isFile()) throw new FileError(`--output must be a file; ${path} is none`);
  const source = template === undefined ? fstatSync(0, { bigint: true }) : await stat(template, { bigint: true }).catch(() => undefined);
  if (existing !== undefined && existing.ino === source?.ino && existing.dev === source.dev)
    throw new FileError(`--output must be another file than the template; ${path} is the template`);
  try {
    await writeFileAtomic(path, content, { mode });
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
