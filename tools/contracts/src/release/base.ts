import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prerelease } from "semver";
import { git } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";
import type { State } from "./default-state.ts";

/** The state that a package is compared with: its last release, or another commit. */
export interface Base extends State {
  /** The version of the package in that state. */
  readonly version: string;
  readonly isRelease: boolean;
}

/**
 * Returns the last release of a package, without pre-releases; `undefined` if there is none.
 *
 * The changelog has the version and the tag has the files, so a clone without the tag is an error.
 *
 * @throws Error with the command to run if git does not have the tag of that release.
 */
export async function lastRelease(root: string, { name, folder, version }: PublishedPackage): Promise<Base | undefined> {
  const changelog = await readFile(join(root, folder, "CHANGELOG.md"), "utf8").catch(() => "");
  const releases = [...changelog.matchAll(/^## (\d\S*)$/gm)].map(([, release = ""]) => release).filter((release) => prerelease(release) === null);
  const tagOf = (release: string): string => `refs/tags/${name}@${release}`;
  const isTagged = async (release: string): Promise<boolean> => (await git(root, "rev-parse", "--verify", "--quiet", tagOf(release))) !== undefined;
  // A version without a tag is not released yet.
  if (releases[0] === version && !(await isTagged(version))) releases.shift();
  const [last] = releases;
  if (last === undefined) return undefined;
  if (await isTagged(last)) return { version: last, ref: tagOf(last), name: last, isRelease: true };
  const fetch = `git fetch --depth=1 origin '${tagOf(last)}:${tagOf(last)}'`;
  throw new Error(`${name}: this clone does not have the tag ${name}@${last} of the last release; run: ${fetch}`);
}

/** Returns a package at another state; `undefined` if that state does not have it. */
export async function baseAt(root: string, { folder }: PublishedPackage, state: State): Promise<Base | undefined> {
  const manifest = await git(root, "show", `${state.ref}:${folder}/package.json`);
  return manifest === undefined ? undefined : { ...state, version: (JSON.parse(manifest) as { readonly version: string }).version, isRelease: false };
}
