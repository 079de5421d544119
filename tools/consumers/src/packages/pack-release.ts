import { copyFile, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findPublished, type Manifest, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { PNPM } from "./pinned.ts";

/** A packed package. */
export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** Its package.json in the workspace, with the version from the change sets. */
  readonly manifest: Manifest;
}

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
  await step(copy, PNPM, ["install", "--frozen-lockfile", "--prefer-offline"]);
  // The repository's cache has the builds of unchanged sources, which do not depend on the packages' versions.
  await step(copy, PNPM, ["exec", "turbo", "run", "build", "--output-logs=errors-only", "--cache-dir", join(root, ".turbo/cache")]);
  await step(copy, PNPM, ["exec", "changeset", "version"]);
  return packBuilt(copy, join(folder, "tarballs"));
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
  await step(root, PNPM, ["--recursive", "--no-sort", "--filter", "./packages/*", "run", "--if-present", "build"]);
  return packBuilt(root, tarballs);
}

async function packBuilt(root: string, tarballs: string): Promise<readonly ReleasedPackage[]> {
  const manifests = await Promise.all((await findPublished(root)).map(readManifest));
  await mkdir(tarballs, { recursive: true });
  const names = manifests.flatMap(({ name }) => ["--filter", name]);
  // Only pnpm replaces `exports` by `publishConfig.exports`.
  await step(root, PNPM, ["--recursive", ...names, "pack", "--pack-destination", tarballs]);
  return manifests.map((manifest) => {
    const { name } = manifest;
    const version = String(manifest["version"]);
    return { name, version, tarball: join(tarballs, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`), manifest };
  });
}

/** Copies all files that git does not ignore, and makes the copy a repository, which change sets need. */
async function copyWorkTree(root: string, copy: string): Promise<void> {
  const listed = await step(root, "git", ["ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", "-z"]);
  const deleted = new Set((await step(root, "git", ["ls-files", "--deleted", "-z"])).split("\0"));
  for (const file of listed.split("\0").filter((name) => name !== "" && !deleted.has(name))) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await copyFile(join(root, file), join(copy, file));
  }
  const author = ["-c", "user.name=release", "-c", "user.email=release@example.com", "-c", "commit.gpgsign=false"];
  await step(copy, "git", ["init", "--quiet", "--initial-branch", "main"]);
  await step(copy, "git", ["add", "--all"]);
  await step(copy, "git", [...author, "commit", "--quiet", "--no-verify", "--message", "The work tree"]);
}

async function step(folder: string, command: string, parameters: readonly string[]): Promise<string> {
  const { ok, output } = await runCommand(command, parameters, { folder });
  if (!ok) throw new Error(`${[command.split("/").at(-1), ...parameters].join(" ")} failed in ${folder}\n${output}`);
  return output;
}
