import { type FileHandle, open, readdir } from "node:fs/promises";
import { dirname, join, parse } from "node:path";
import { UsageError } from "@keywright/cli-kit";
import { leadsTo } from "../output/output-file.ts";
import { sortLines, type Source } from "./lines.ts";
import type { OpenTarget } from "./target.ts";

/** A file of lines, with the files that rotations have made of it. */
export const openFiles: OpenTarget<{ readonly path: string }> = async (job, { path }, context) => ({
  read: () => sortLines(job, sourcesOf(path), context),
  close: async () => {},
});

async function* sourcesOf(path: string): AsyncGenerator<Source, void, undefined> {
  const files = await openAll(path);
  try {
    for (const [name, file] of files) yield { name, bytes: file.createReadStream({ autoClose: false }) };
  } finally {
    for (const file of files.values()) await file.close();
  }
}

const MAX_TRIES = 10;

/** Opens all files, again if a rotation renames one meanwhile, which would be left out. */
async function openAll(path: string): Promise<ReadonlyMap<string, FileHandle>> {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const files = new Map<string, FileHandle>();
    const names = await namesOf(path);
    for (const name of names) {
      const file = await open(name).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== "ENOENT") throw error;
      });
      if (file !== undefined) files.set(name, file);
    }
    const present = await Promise.all([...files].map(([name, file]) => leadsTo(name, file)));
    if (files.size === names.length && present.every(Boolean) && String(await namesOf(path)) === String(names)) return files;
    for (const file of files.values()) await file.close();
  }
  throw new Error(`${path} was rotated during the audit: start it again`);
}

/** What logrotate and its like put into a name: a number, a date or a time. */
const ROTATED = String.raw`([.-]\d[\d.:TZ_-]*)?`;
const COMPRESSED = /\.(xz|zst|bz2|lz4|Z)$/;

async function namesOf(path: string): Promise<readonly string[]> {
  const folder = dirname(path);
  const { name: stem, ext } = parse(path);
  const [before, after] = [stem, ext].map((text) => text.replaceAll(/[^\w]/g, String.raw`\$&`));
  const pattern = new RegExp(String.raw`^${before}${ROTATED}${after}${ROTATED}(\.(gz|xz|zst|bz2|lz4|Z))?$`);
  const names = (await readdir(folder)).filter((name) => pattern.test(name)).sort();
  if (names.length === 0) throw new UsageError(`there is no file ${path}: check the path`);
  const other = names.find((name) => COMPRESSED.test(name));
  if (other !== undefined) throw new UsageError(`${join(folder, other)} is not compressed by gzip: decompress it for the audit`);
  // gzip removes the original when the compressed file is complete.
  return names.filter((name) => !name.endsWith(".gz") || !names.includes(name.slice(0, -3))).map((name) => join(folder, name));
}
