import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";

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
  const deleted = new Set(await git("ls-files", "-z", "--deleted"));
  for (const path of deleted) await rm(join(folder, path));
  for (const path of await git("ls-files", "-z", "--modified", "--others", "--exclude-standard")) {
    if (deleted.has(path)) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(root, path), join(folder, path));
  }
  // The cache saves building packages that have not changed.
  const options = { folder, environment: { CI: "true", TURBO_CACHE_DIR: join(root, ".turbo/cache") }, timeoutMs: 1_800_000 };
  const run = async (command: string, ...words: readonly string[]): Promise<string> => {
    const { ok, output } = await runCommand(command, words, options);
    if (!ok) throw new Error(`${[command, ...words].join(" ")} failed\n${output}`);
    return output;
  };
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await run(join(root, "node_modules/.bin/pnpm"), "install", "--offline", "--frozen-lockfile");
    return { folder, run, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
