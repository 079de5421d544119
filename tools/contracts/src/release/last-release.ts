import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { prerelease } from "semver";
import { git, readAt } from "./git.ts";
import type { PublishedPackage } from "./packages.ts";

/** What a package is compared with: its last release, or another state that was asked for. */
export interface Base {
  readonly version: string;
  /** A tag, branch or commit. */
  readonly ref: string;
}

/**
 * The last release of a package that is no pre-release; `undefined` where there is none.
 *
 * The changelog says which it is, and its tag has the files: so a clone without the tag is noticed.
 *
 * @throws Error where git does not have the tag of that release: what to fetch.
 */
export async function lastRelease(root: string, published: PublishedPackage): Promise<Base | undefined> {
  const changelog = await readFile(join(root, published.folder, "CHANGELOG.md"), "utf8").catch(() => "");
  const [newest, ...earlier] = releasesOf(changelog);
  // Between the change of the version and its tag, the release before counts.
  for (const version of newest === published.version ? [newest] : []) if (await isTagged(root, published.name, version)) return baseOf(published.name, version);
  const version = newest === published.version ? earlier[0] : newest;
  if (version === undefined) return undefined;
  if (await isTagged(root, published.name, version)) return baseOf(published.name, version);
  const tag = `${published.name}@${version}`;
  throw new Error(
    `${published.name}: its last release is ${version}, and this clone does not have the tag ${tag}; run: git fetch --depth=1 origin 'refs/tags/${tag}:refs/tags/${tag}'`,
  );
}

/** Another state to compare with: the version is the one that the package had there; `undefined` where there was no such package. */
export async function stateAt(root: string, published: PublishedPackage, ref: string): Promise<Base | undefined> {
  if ((await git(root, "rev-parse", "--verify", "--quiet", `${ref}^{commit}`)) === undefined)
    throw new Error(`git knows no commit, branch or tag ${ref}; expected one to compare with, or nothing for the last releases`);
  const manifest = await readAt(root, ref, `${published.folder}/package.json`);
  return manifest === undefined ? undefined : { version: (JSON.parse(manifest) as { readonly version: string }).version, ref };
}

/** The releases that a changelog lists, the newest first, without pre-releases. */
function releasesOf(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d\S*)$/gm)].map(([, version = ""]) => version).filter((version) => prerelease(version) === null);
}

async function isTagged(root: string, name: string, version: string): Promise<boolean> {
  return (await git(root, "rev-parse", "--verify", "--quiet", `refs/tags/${name}@${version}`)) !== undefined;
}

function baseOf(name: string, version: string): Base {
  return { version, ref: `refs/tags/${name}@${version}` };
}
