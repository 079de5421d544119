import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Runs git in a folder and gives what it prints; `undefined` where git refuses, as it does for a file or a tag that is not there. */
export async function git(folder: string, ...words: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", [...words], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new Error("git is needed to find the last release, and is not installed", { cause: error });
    return undefined;
  }
}

/** The text of a file as it was at a commit, branch or tag. */
export async function readAt(folder: string, ref: string, path: string): Promise<string | undefined> {
  return git(folder, "show", `${ref}:${path}`);
}
