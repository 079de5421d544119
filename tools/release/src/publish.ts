import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { digestOf, type PackedRelease, RELEASE_FILE } from "./release-file.ts";

/** What became of one package. */
export interface Published {
  readonly release: PackedRelease;
  /** The tag under which it was published; `undefined` where the registry had that version already. */
  readonly tag: string | undefined;
}

/**
 * Publishes the tarballs of a folder that `release:pack` has filled, and no others: those whose version the registry does not have, each after what it needs.
 *
 * Uses nothing but Node and npm: in CI this runs with the right to publish, without any installed package.
 *
 * @param registry Where to; absent: where npm publishes by its own configuration.
 * @throws Error where a tarball is not the one that was looked into, or npm refuses.
 */
export async function publishRelease(folder: string, registry?: string): Promise<Published[]> {
  const releases = JSON.parse(await readFile(join(folder, RELEASE_FILE), "utf8")) as readonly PackedRelease[];
  const at = registry === undefined ? [] : ["--registry", registry];
  for (const { tarball, sha512 } of releases) {
    if ((await digestOf(join(folder, tarball))) !== sha512)
      throw new Error(`${tarball} is not the file that was looked into: its digest is another; pack again`);
  }
  const published: Published[] = [];
  for (const release of inOrder(releases)) {
    const { name, version, tarball } = release;
    const known = await npm(folder, ["view", `${name}@${version}`, "version", "--json", ...at]);
    if (known.ok && known.output.includes(version)) {
      published.push({ release, tag: undefined });
      continue;
    }
    const tag = tagOf(version);
    const provenance = process.env["ACTIONS_ID_TOKEN_REQUEST_URL"] === undefined ? [] : ["--provenance"];
    const { ok, output } = await npm(folder, ["publish", `./${tarball}`, "--access", "public", "--tag", tag, ...provenance, ...at]);
    if (!ok) throw new Error(`${name}@${version} is refused by the registry\n${output}`);
    published.push({ release, tag });
  }
  return published;
}

/** Each package after those that it needs. */
function inOrder(releases: readonly PackedRelease[]): PackedRelease[] {
  const ordered: PackedRelease[] = [];
  const visit = (release: PackedRelease, outer: readonly string[]): void => {
    if (ordered.includes(release)) return;
    if (outer.includes(release.name)) throw new Error(`${[...outer, release.name].join(" needs ")}: packages that need each other cannot be published`);
    for (const other of releases) if (release.needs.includes(other.name)) visit(other, [...outer, release.name]);
    ordered.push(release);
  };
  for (const release of releases) visit(release, []);
  return ordered;
}

/** The tag of npm: a pre-release such as `1.0.0-next.2` never becomes `latest`. */
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
