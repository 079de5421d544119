import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { packAll, type ReleasedPackage } from "@keywright/tool-test-kit/command/packed-package";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { PNPM } from "./pinned.ts";

/**
 * Packs a release of the work tree with its uncommitted changes, in a copy: sets the versions, builds and packs.
 *
 * @param root The root of a repository; nothing in it is changed.
 * @param folder An empty folder for the copy and for the tarballs; the caller removes it.
 * @throws Error with the output of the command that failed.
 */
export async function packRelease(root: string, folder: string): Promise<readonly ReleasedPackage[]> {
  const copy = join(folder, "copy");
  await copyWorkTree(root, copy);
  const pnpm = (...words: readonly string[]): Promise<string> => runOrThrow(PNPM, words, { folder: copy });
  await pnpm("install", "--frozen-lockfile", "--prefer-offline");
  // The repository's cache has the builds of unchanged sources, which do not depend on the packages' versions.
  await pnpm("exec", "turbo", "run", "build", "--output-logs=errors-only", "--cache-dir", join(root, ".turbo/cache"));
  await pnpm("exec", "changeset", "version");
  return packAll(copy, join(folder, "tarballs"));
}

/**
 * Builds and packs all published packages at their current versions, without a cache.
 *
 * @param root The root of a repository, installed.
 * @param tarballs A folder for the tarballs.
 * @throws Error with the output of the command that failed.
 */
export async function packPackages(root: string, tarballs: string): Promise<readonly ReleasedPackage[]> {
  // Sources are compiled against sources, so the order of builds does not matter.
  await runOrThrow(PNPM, ["--recursive", "--no-sort", "--filter", "./packages/*", "run", "--if-present", "build"], { folder: root });
  return packAll(root, tarballs);
}

/** Copies all files that git does not ignore, and makes the copy a repository, which change sets need. */
async function copyWorkTree(root: string, copy: string): Promise<void> {
  const listed = await runOrThrow("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"], { folder: root });
  // A deleted file is listed until its deletion is committed.
  for (const file of listed.split("\0").filter((name) => name !== "" && existsSync(join(root, name)))) await cp(join(root, file), join(copy, file));
  const git = (...words: readonly string[]): Promise<string> => runOrThrow("git", words, { folder: copy });
  await git("init", "--quiet", "--initial-branch", "main");
  await git("add", "--all");
  const author = ["-c", "user.name=release", "-c", "user.email=release@example.com", "-c", "commit.gpgsign=false"];
  await git(...author, "commit", "--quiet", "--no-verify", "--message", "The work tree");
}
