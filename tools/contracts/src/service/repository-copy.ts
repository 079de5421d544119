import { execFile, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** A copy of the repository with its uncommitted changes. */
export interface RepositoryCopy {
  readonly folder: string;
  /** Runs a program in the copy and returns its output. @throws Error with the output if it fails. */
  run(command: string, ...words: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

const execute = promisify(execFile);

/**
 * Copies the repository into a temporary folder and installs it.
 *
 * @param root The root of the repository.
 */
export async function copyRepository(root: string): Promise<RepositoryCopy> {
  const folder = await mkdtemp(join(tmpdir(), "keywright-service-"));
  const git = async (...words: readonly string[]): Promise<readonly string[]> =>
    (await execute("git", words, { cwd: root })).stdout.split("\0").filter(Boolean);
  await execute("git", ["clone", "--quiet", "--shared", root, folder]);
  for (const path of await git("ls-files", "-z", "--deleted")) await rm(join(folder, path));
  const deleted = new Set(await git("ls-files", "-z", "--deleted"));
  for (const path of await git("ls-files", "-z", "--modified", "--others", "--exclude-standard")) {
    if (deleted.has(path)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(root, path), join(folder, path));
  }
  // The cache saves building packages that have not changed.
  const env = { ...process.env, CI: "true", TURBO_CACHE_DIR: join(root, ".turbo/cache") };
  const run = (command: string, ...words: readonly string[]): Promise<string> =>
    new Promise((resolve, reject) => {
      const child = spawn(command, words, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
      let said = "";
      for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
      child
        .once("error", reject)
        .once("close", (code) => (code === 0 ? resolve(said) : reject(new Error(`${[command, ...words].join(" ")} ended with ${code}\n${said}`))));
    });
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await run(join(root, "node_modules/.bin/pnpm"), "install", "--offline", "--frozen-lockfile");
    return { folder, run, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
