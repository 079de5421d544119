import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prerelease } from "semver";
import { git, readAt } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";
import type { State } from "./default-state.ts";

/** What a package is compared with: its last release, or another state. */
export interface Base extends State {
  /** The version that the package has there. */
  readonly version: string;
  readonly isRelease: boolean;
}

/**
 * The last release of a package that is no pre-release; `undefined` before the first.
 *
 * The changelog says which it is, and its tag has the files: so a clone without the tag is noticed.
 *
 * @throws Error if git does not have the tag of that release: what to fetch.
 */
export async function lastRelease(root: string, { name, folder, version }: PublishedPackage): Promise<Base | undefined> {
  const changelog = await readFile(join(root, folder, "CHANGELOG.md"), "utf8").catch(() => "");
  const releases = [...changelog.matchAll(/^## (\d\S*)$/gm)].map(([, release = ""]) => release).filter((release) => prerelease(release) === null);
  const tagOf = (release: string): string => `refs/tags/${name}@${release}`;
  const isTagged = async (release: string): Promise<boolean> => (await git(root, "rev-parse", "--verify", "--quiet", tagOf(release))) !== undefined;
  // Between the change of the version and its tag, the release before counts.
  if (releases[0] === version && !(await isTagged(version))) releases.shift();
  const [last] = releases;
  if (last === undefined) return undefined;
  if (await isTagged(last)) return { version: last, ref: tagOf(last), name: last, isRelease: true };
  const fetch = `git fetch --depth=1 origin '${tagOf(last)}:${tagOf(last)}'`;
  throw new Error(`${name}: its last release is ${last}, and this clone does not have the tag ${name}@${last}; run: ${fetch}`);
}

/** Another state of a package; `undefined` if the package is not there. */
export async function baseAt(root: string, { folder }: PublishedPackage, state: State): Promise<Base | undefined> {
  const manifest = await readAt(root, state.ref, `${folder}/package.json`);
  return manifest === undefined ? undefined : { ...state, version: (JSON.parse(manifest) as { readonly version: string }).version, isRelease: false };
}
