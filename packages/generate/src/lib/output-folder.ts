import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The output of a command, line by line. */
export interface Screen {
  readonly log: (line: string) => void;
  readonly error: (line: string) => void;
}

/** Files by their path relative to a folder. */
export type Files = { readonly [path: string]: string };

/** Writes files into a folder. If the folder is theirs `alone`, removes all others. */
export async function writeFolder(folder: string, files: Files, { log }: Screen, { alone = true }: { readonly alone?: boolean } = {}): Promise<number> {
  await mkdir(folder, { recursive: true });
  const stale = alone ? await staleIn(folder, files) : [];
  for (const [path, content] of Object.entries(files)) await writeFile(join(folder, path), content);
  for (const name of stale) await rm(join(folder, name));
  log(`${folder}: ${Object.keys(files).length} files written`);
  return 0;
}

/** Reports how a folder differs from the given files. Returns 1 if it does, 0 if not. */
export async function checkFolder(folder: string, files: Files, { log, error }: Screen, { alone = true, command = "pnpm generate" } = {}): Promise<number> {
  const problems = (alone ? await staleIn(folder, files) : []).map((name) => `${join(folder, name)} is no longer generated`);
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    if (!existsSync(file)) problems.push(`${file} is missing`);
    else if ((await readFile(file, "utf8")) !== content) problems.push(`${file} differs from the contract`);
  }
  for (const problem of problems) error(`${problem}: run \`${command}\` and commit the result`);
  if (problems.length === 0) log(`${folder}: up to date`);
  return problems.length === 0 ? 0 : 1;
}

async function staleIn(folder: string, files: Files): Promise<string[]> {
  return existsSync(folder) ? (await readdir(folder)).filter((name) => !(name in files)) : [];
}
