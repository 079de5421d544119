import { type FileHandle, open, readdir } from "node:fs/promises";
import { dirname, join, parse, resolve } from "node:path";
import { UsageError } from "@keywright/cli-kit";
import { leadsTo } from "../output/output-file.ts";
import { sortLines, type Source } from "./lines.ts";
import type { OpenTarget } from "./target.ts";

/** A file of lines, with the files that rotations have made of it. */
export const openFiles: OpenTarget<{ readonly path: string }> = async (job, { path }, context) => {
  // Before a repair, which creates a missing file.
  await namesOf(path, context.outputs);
  return {
    read: () => sortLines(job, sourcesOf(path, context.outputs), context),
    close: async () => {},
  };
};

async function* sourcesOf(path: string, outputs: readonly string[]): AsyncGenerator<Source, void, undefined> {
  const files = await openAll(path, outputs);
  try {
    for (const [name, file] of files) yield { name, bytes: file.createReadStream({ autoClose: false }), isGrowing: resolve(name) === resolve(path) };
  } finally {
    await closeAll(files);
  }
}

async function closeAll(files: ReadonlyMap<string, FileHandle>): Promise<void> {
  for (const file of files.values()) await file.close();
}

const MAX_TRIES = 10;

/** Opens all files, again if a rotation renames one meanwhile, which would be left out. */
async function openAll(path: string, outputs: readonly string[]): Promise<ReadonlyMap<string, FileHandle>> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const files = new Map<string, FileHandle>();
    try {
      const names = await namesOf(path, outputs);
      for (const name of names) files.set(name, await open(name));
      const present = await Promise.all([...files].map(([name, file]) => leadsTo(name, file)));
      if (present.every(Boolean) && String(await namesOf(path, outputs)) === String(names)) return files;
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
        await closeAll(files);
        throw error;
      }
    }
    await closeAll(files);
  }
  throw new Error(`${path} was rotated during the audit: start it again`);
}

// What logrotate and its like put into a name: a number, a date or a time. Before an extension, a
// number after a dash is part of another file's name.
const ROTATED = String.raw`([.-]\d[\d.:TZ_-]*)?`;
const ROTATED_BEFORE = String.raw`(\.\d+|[.-](\d{8}|\d{4}-\d\d-\d\d)[\d.:TZ_-]*)?`;
const COMPRESSED = /\.(xz|zst|bz2|lz4|Z)$/;

/** @param outputs The outputs of all jobs, which no rotation has made. */
async function namesOf(path: string, outputs: readonly string[]): Promise<readonly string[]> {
  const folder = dirname(path);
  const { name: stem, ext } = parse(path);
  const [before, after] = [stem, ext].map((text) => text.replaceAll(/[^\w]/g, String.raw`\$&`));
  const pattern = new RegExp(String.raw`^${before}${after && ROTATED_BEFORE}${after}${ROTATED}(\.(gz|xz|zst|bz2|lz4|Z))?$`);
  const others = outputs.map((output) => resolve(output)).filter((output) => output !== resolve(path));
  const names = (await readdir(folder)).filter((name) => pattern.test(name) && !others.includes(resolve(folder, name))).sort();
  if (names.length === 0) throw new UsageError(`there is no file ${path}: check the path`);
  const other = names.find((name) => COMPRESSED.test(name));
  if (other !== undefined) throw new UsageError(`${join(folder, other)} is not compressed by gzip: decompress it for the audit`);
  // gzip removes the original when the compressed file is complete.
  return names.filter((name) => !name.endsWith(".gz") || !names.includes(name.slice(0, -3))).map((name) => join(folder, name));
}
