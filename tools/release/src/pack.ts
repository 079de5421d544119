import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { packPackages, type ReleasedPackage } from "@keywright/tool-consumers";
import { readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { readNotices } from "./build/notices.ts";
import { inspectPackage } from "./inspect.ts";
import { checkLock, parseLock } from "./lock.ts";
import { digestOf, type PackedRelease, RELEASE_FILE } from "./publish.ts";
import { completeSbom, writeSboms } from "./sbom.ts";

/** A packed release, with its findings. */
export interface PackReport {
  readonly releases: readonly PackedRelease[];
  readonly findings: readonly string[];
}

/**
 * Builds, packs and inspects all packages at their current versions. Does so twice without a cache and compares the bytes, to show that packing is reproducible.
 *
 * Writes the tarballs, their bills of materials and `release.json` to the folder `release`, which is emptied first.
 *
 * @param once Whether to pack only once and compare nothing.
 */
export async function packForRelease(once: boolean): Promise<PackReport> {
  const destination = join(ROOT, "release");
  const work = await mkdtemp(join(tmpdir(), "keywright-release-"));
  try {
    const first = await packFresh(join(work, "first"));
    if (!once) await packFresh(join(work, "second"));
    await rm(destination, { recursive: true, force: true });
    await mkdir(destination, { recursive: true });
    const lock = parseLock(await readFile(join(ROOT, "pnpm-lock.yaml"), "utf8"));
    const license = await readFile(join(ROOT, "LICENSE"), "utf8");
    const findings = checkLock(lock);
    const unpacked = (name: string): string => join(work, "unpacked", name);
    for (const { name, tarball } of first) await unpack(tarball, unpacked(name));
    const takenIn = new Map(await Promise.all(first.map(async ({ name }) => [name, await readNotices(unpacked(name))] as const)));
    await writeSboms([...takenIn.keys()], destination);
    const releases: PackedRelease[] = [];
    for (const { name, version, tarball } of first) {
      const report = (found: readonly string[]): unknown => findings.push(...found.map((finding) => `${name}: ${finding}`));
      const sha512 = await digestOf(tarball);
      const file = basename(tarball);
      if (!once && (await digestOf(join(work, "second", file))) !== sha512) report(["two packings differ; remove what depends on the time or the place."]);
      const manifest = await readManifest(unpacked(name));
      report(await inspectPackage(unpacked(name), manifest, license));
      report(await completeSbom(name, join(destination, file.replace(/\.tgz$/, ".cdx.json")), lock, takenIn));
      await cp(tarball, join(destination, file));
      const needs = Object.keys(manifest.dependencies ?? {}).filter((dependency) => takenIn.has(dependency));
      releases.push({ name, version, tarball: file, sha512, needs });
    }
    await writeFile(join(destination, RELEASE_FILE), `${JSON.stringify(releases, undefined, 2)}\n`);
    return { releases, findings };
  } finally {
    await rm(work, { recursive: true });
  }
}

/** Builds without earlier results, and packs. */
async function packFresh(tarballs: string): Promise<readonly ReleasedPackage[]> {
  for (const name of await readdir(join(ROOT, "packages"))) await rm(join(ROOT, "packages", name, "dist"), { recursive: true, force: true });
  return packPackages(ROOT, tarballs);
}

async function unpack(tarball: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { ok, output } = await runCommand("tar", ["-xzf", tarball, "-C", folder, "--strip-components", "1"], { folder });
  if (!ok) throw new Error(`unpacking ${tarball} failed\n${output}`);
}
