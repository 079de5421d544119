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

/** Returns the SHA-512 digest of a file in hexadecimal. */
export async function digestOf(path: string): Promise<string> {
  return createHash("sha512")
    .update(await readFile(path))
    .digest("hex");
}

/** The result of one package. */
export interface Published {
  readonly release: PackedRelease;
  /** The tag under which it was published; `undefined` if the registry already had that version. */
  readonly tag: string | undefined;
}

/**
 * Publishes the inspected tarballs that the registry does not have. Dependencies come first.
 *
 * Only uses Node and npm, because CI may publish here and has no installed packages.
 *
 * @throws Error if a tarball has changed since it was inspected, or npm fails.
 */
export async function publishRelease(folder: string): Promise<Published[]> {
  const releases = JSON.parse(await readFile(join(folder, RELEASE_FILE), "utf8")) as readonly PackedRelease[];
  for (const { tarball, sha512 } of releases) {
    if ((await digestOf(join(folder, tarball))) !== sha512) throw new Error(`${tarball} has another digest than the inspected file; pack again`);
  }
  const published: Published[] = [];
  for (const release of inOrder(releases)) {
    const { name, version, tarball } = release;
    const known = await npm(folder, ["view", `${name}@${version}`, "version", "--json"]);
    if (known.ok && known.output.includes(version)) {
      published.push({ release, tag: undefined });
      continue;
    }
    const tag = tagOf(version);
    const provenance = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] === undefined ? [] : ["--provenance"];
    const { ok, output } = await npm(folder, ["publish", `./${tarball}`, "--access", "public", "--tag", tag, ...provenance]);
    if (!ok) throw new Error(`the registry rejects ${name}@${version}\n${output}`);
    published.push({ release, tag });
  }
  return published;
}

/** Returns the packages with dependencies first. turbo does not build cycles. */
function inOrder(releases: readonly PackedRelease[]): PackedRelease[] {
  const depthOf = ({ needs }: PackedRelease): number => 1 + Math.max(0, ...releases.filter(({ name }) => needs.includes(name)).map(depthOf));
  return [...releases].sort((a, b) => depthOf(a) - depthOf(b));
}

/** Returns npm's tag for a version. A pre-release such as `1.0.0-next.2` is never `latest`. */
function tagOf(version: string): string {
  const [, word] = /^\d+\.\d+\.\d+-([a-z]+)/.exec(version) ?? [];
  return word ?? (version.includes("-") ? "next" : "latest");
}

function npm(folder: string, words: readonly string[]): Promise<{ readonly ok: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    execFile("npm", words, { cwd: folder, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve(error === null ? { ok: true, output: stdout } : { ok: false, output: stdout + stderr }),
    );
  });
}
