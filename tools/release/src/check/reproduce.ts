import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PNPM } from "@keywright/tool-consumers";
import { runCommand, runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { digestOf, findPublic, integrityOf } from "../publish/packed-release.ts";

/** A released version that is built again. */
export interface Released {
  readonly name: string;
  readonly version: string;
}

/** Returns what `@keywright/vault@0.2.0` names. @throws Error without a package or a version. */
export function readReleased(id: string): Released {
  const [, name, version] = /^(@?[^@\s]+)@(\d[^@\s]*)$/.exec(id) ?? [];
  if (name === undefined || version === undefined) throw new Error(`expected PACKAGE@VERSION such as @keywright/vault@0.1.0, got ${id}`);
  return { name, version };
}

/** The tags of the packages, by the commit that they name. */
async function commitsOf(root: string, released: readonly Released[]): Promise<ReadonlyMap<string, readonly Released[]>> {
  const commits = new Map<string, Released[]>();
  for (const one of released) {
    const tag = `refs/tags/${one.name}@${one.version}`;
    const { ok, output } = await runCommand("git", ["rev-parse", "--verify", `${tag}^{commit}`], { folder: root });
    if (!ok) throw new Error(`git does not have the tag ${one.name}@${one.version}; check the version, or run git fetch origin '${tag}:${tag}'`);
    commits.set(output, [...(commits.get(output) ?? []), one]);
  }
  return commits;
}

/**
 * Builds released packages from their tags, each commit in a clone of its own.
 *
 * @param compare Called with each package and the digest of its tarball in hexadecimal.
 * @throws Error if git does not have a tag, or a package cannot be built.
 */
export async function rebuild(root: string, released: readonly Released[], compare: (one: Released, sha512: string) => Promise<void>): Promise<void> {
  for (const [commit, packages] of await commitsOf(root, released)) {
    const folder = await mkdtemp(join(tmpdir(), "keywright-reproduce-"));
    try {
      await runOrThrow("git", ["clone", "--quiet", "--shared", "--no-checkout", root, folder], { folder: root });
      await runOrThrow("git", ["checkout", "--quiet", "--detach", commit], { folder });
      await runOrThrow(PNPM, ["install", "--frozen-lockfile", "--prefer-offline"], { folder, timeoutMs: 600_000 });
      // The pnpm of that commit builds and packs as it did for the release.
      const words = ["--recursive", ...packages.flatMap(({ name }) => ["--filter", name])];
      for (const step of [
        ["--no-sort", "run", "build"],
        ["pack", "--pack-destination", folder],
      ])
        await runOrThrow(join(folder, "node_modules/.bin/pnpm"), [...words, ...step], { folder, timeoutMs: 600_000 });
      for (const one of packages) await compare(one, await digestOf(join(folder, `${one.name.replace("@", "").replace("/", "-")}-${one.version}.tgz`)));
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  }
}

/**
 * Compares a digest with what the registry says of a version, and with the tarball that it sends.
 *
 * @returns The finding; `undefined` if all are equal.
 */
export async function compareWithRegistry(registry: string, one: Released, sha512: string): Promise<string | undefined> {
  const id = `${one.name}@${one.version}`;
  const found = await findPublic(registry, one);
  if (found === undefined) return `${registry} does not have ${id}; check the version.`;
  const built = integrityOf(sha512);
  if (found.integrity !== built) return `${id}: built ${built}, but the registry has ${found.integrity}. Do not install it before you know why.`;
  const response = await fetch(found.tarball, { signal: AbortSignal.timeout(120_000) });
  const sent = response.ok ? integrityOf(digest(new Uint8Array(await response.arrayBuffer()))) : `status ${response.status}`;
  return sent === built ? undefined : `${id}: built ${built}, but ${found.tarball} returns ${sent}. Do not install it before you know why.`;
}

function digest(bytes: Uint8Array): string {
  return createHash("sha512").update(bytes).digest("hex");
}
