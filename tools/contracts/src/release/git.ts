import { execFile } from "node:child_process";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Returns a git command's output; `undefined` if it fails, as without a file or tag. */
export async function git(folder: string, ...words: readonly string[]): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", [...words], { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") throw new Error("git is needed to find the last release, but is not installed", { cause: error });
    return undefined;
  }
}
