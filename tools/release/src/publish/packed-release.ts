import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/** One packed package of a release. */
export interface PackedRelease {
  readonly name: string;
  readonly version: string;
  /** The name of the tarball in the same folder. */
  readonly tarball: string;
  /** The digest of the tarball in hexadecimal, so that only the inspected file is published. */
  readonly sha512: string;
  /** The packages of this release that it depends on, which are published first. */
  readonly needs: readonly string[];
}

/** The name of the file that lists the packages of a release. */
export const RELEASE_FILE = "release.json";

/** Returns a digest of a file in hexadecimal. */
export async function digestOf(path: string, algorithm: "sha1" | "sha512" = "sha512"): Promise<string> {
  return createHash(algorithm)
    .update(await readFile(path))
    .digest("hex");
}

/**
 * Returns the packages of a release, dependencies first.
 *
 * @throws Error if there is no release, or a tarball has changed since it was inspected.
 */
export async function readRelease(folder: string): Promise<readonly PackedRelease[]> {
  const text = await readFile(join(folder, RELEASE_FILE), "utf8").catch((cause: unknown) => {
    throw new Error(`${folder} has no ${RELEASE_FILE}; run npx pnpm release pack, or download the artifact of the workflow`, { cause });
  });
  const releases = JSON.parse(text) as readonly PackedRelease[];
  for (const { tarball, sha512 } of releases) {
    if ((await digestOf(join(folder, tarball))) !== sha512) throw new Error(`${tarball} has another digest than the inspected file; pack again`);
  }
  const depthOf = ({ needs }: PackedRelease): number => 1 + Math.max(0, ...releases.filter(({ name }) => needs.includes(name)).map(depthOf));
  // turbo does not build cycles.
  return [...releases].sort((a, b) => depthOf(a) - depthOf(b));
}

/** What the registry has of one version. */
export interface PublicVersion {
  /** The digest in the form of npm's lockfile. */
  readonly integrity: string;
  readonly tarball: string;
}

/** Returns the address of npm's default registry, with a `/` at its end. */
export async function findRegistry(folder: string): Promise<string> {
  return (await npm(folder, ["config", "get", "registry"])).output.trim().replace(/\/*$/, "/");
}

/** Returns a version that everyone can install; `undefined` if the registry does not have it. */
export async function findPublic(registry: string, { name, version }: Pick<PackedRelease, "name" | "version">): Promise<PublicVersion | undefined> {
  const response = await fetch(`${registry}${name.replace("/", "%2f")}`, { signal: AbortSignal.timeout(60_000) }).catch((cause: unknown) => {
    throw new Error(`${registry} cannot be reached, so it is not known whether it has ${name}@${version}; try again`, { cause });
  });
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Error(`${registry} returns status ${response.status} for ${name}; try again`);
  const { versions } = (await response.json()) as { readonly versions: { readonly [version: string]: { readonly dist: PublicVersion } | undefined } };
  return versions[version]?.dist;
}

/** Returns a digest in hexadecimal in the form of npm's lockfile. */
export function integrityOf(sha512: string): string {
  return `sha512-${Buffer.from(sha512, "hex").toString("base64")}`;
}

/** The result of a command; `problem` is everything that it has said. */
interface Said {
  readonly ok: boolean;
  readonly output: string;
  readonly problem: string;
}

/** Runs npm, which cannot ask anything, for at most two minutes. */
export function npm(folder: string, words: readonly string[]): Promise<Said> {
  return say("npm", folder, words);
}

/** Returns the tags of this repository. */
export async function readTags(): Promise<ReadonlySet<string>> {
  const { ok, output, problem } = await say("git", import.meta.dirname, ["tag", "--list"]);
  if (!ok) throw new Error(`git does not list the tags, so it is not known what is released already; run this in a clone\n${problem}`);
  return new Set(output.split("\n"));
}

function say(command: string, folder: string, words: readonly string[]): Promise<Said> {
  return new Promise((resolve) => {
    execFile(command, words, { cwd: folder, timeout: 120_000, maxBuffer: 64 * 1024 * 1024 }, (error, output, problem) =>
      resolve({ ok: error === null, output, problem: `${output}${problem}` }),
    );
  });
}
