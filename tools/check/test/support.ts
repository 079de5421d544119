import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Files by their paths; one without a text is left out. */
export interface Files {
  readonly [path: string]: string | undefined;
}

/** Writes files into a folder. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    if (text === undefined) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** A folder with some files, for the length of a test. */
export async function folderWith(files: Files): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-files-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFiles(folder, files);
  return folder;
}
