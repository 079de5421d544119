import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readCommandLine } from "@keywright/tool-test-kit/command";
import { findPublished, packAll, type ReleasedPackage, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { runOrThrow } from "@keywright/tool-test-kit/command/run-command";
import { ROOT } from "@keywright/tool-test-kit/services";
import { buildPackage } from "./build/build-package.ts";
import { readNotices } from "./build/notices.ts";
import { checkLock, inspectPackage } from "./check/inspect.ts";
import { digestOf, type PackedRelease, RELEASE_FILE } from "./publish/packed-release.ts";
import { completeSbom, writeSboms } from "./check/sbom.ts";

const USAGE = `Usage: npx pnpm release pack [--once]
  Packs all packages twice into release/ and checks their content.
  --once  packs only once, without comparing the bytes, to try the packages;
          those without a version need no changelog`;
const { once } = readCommandLine(USAGE, { once: { type: "boolean", default: false } }).values;

/** The folder of the tarballs, their bills of materials and `release.json`. */
const RELEASE = join(ROOT, "release");

/** Builds without earlier results or a cache, and packs. */
async function packFresh(tarballs: string): Promise<readonly ReleasedPackage[]> {
  // Sources are compiled against sources, so the order of builds does not matter.
  for (const folder of await findPublished(ROOT)) await buildPackage(folder);
  return packAll(ROOT, tarballs);
}

/** Packs into a folder, inspects the tarballs, and writes the release. Returns the findings. */
async function packRelease(work: string): Promise<readonly string[]> {
  const first = await packFresh(join(work, "first"));
  if (!once) await packFresh(join(work, "second"));
  await rm(RELEASE, { recursive: true, force: true });
  await mkdir(RELEASE, { recursive: true });
  const license = await readFile(join(ROOT, "LICENSE"), "utf8");
  const findings = checkLock(await readFile(join(ROOT, "pnpm-lock.yaml"), "utf8"));
  const unpacked = (name: string): string => join(work, "unpacked", name);
  for (const { name, tarball } of first) {
    await mkdir(unpacked(name), { recursive: true });
    await runOrThrow("tar", ["-xzf", tarball, "--strip-components", "1"], { folder: unpacked(name) });
  }
  const takenIn = new Map(await Promise.all(first.map(async ({ name }) => [name, await readNotices(unpacked(name))] as const)));
  await writeSboms([...takenIn.keys()], RELEASE);
  const releases: PackedRelease[] = [];
  for (const { name, version, tarball } of first) {
    const report = (found: readonly string[]): unknown => findings.push(...found.map((finding) => `${name}: ${finding}`));
    const sha512 = await digestOf(tarball);
    const file = basename(tarball);
    if (!once && (await digestOf(join(work, "second", file))) !== sha512) report(["two packings differ; remove what depends on the time or the place."]);
    const manifest = await readManifest(unpacked(name));
    report(await inspectPackage(unpacked(name), manifest, license, { isTrial: once }));
    report(await completeSbom(join(RELEASE, file.replace(/\.tgz$/, ".cdx.json")), takenIn));
    await cp(tarball, join(RELEASE, file));
    const needs = Object.keys(manifest.dependencies ?? {}).filter((dependency) => takenIn.has(dependency));
    releases.push({ name, version, tarball: file, sha512, needs });
    console.log(`${`${name}@${version}`.padEnd(28)} sha512 ${sha512.slice(0, 16)}…`);
  }
  await writeFile(join(RELEASE, RELEASE_FILE), `${JSON.stringify(releases, undefined, 2)}\n`);
  for (const finding of findings) console.log(`FINDING ${finding}`);
  const unreleased = releases.filter(({ version }) => version === "0.0.0").length;
  const hint = unreleased === 0 ? "" : `; ${unreleased} have no version yet, which npx pnpm release version makes`;
  console.log(`${releases.length} packages in release/, ${findings.length} findings${hint}`);
  return findings;
}

const changes = await runOrThrow("git", ["status", "--porcelain"], { folder: ROOT });
if (changes === "") {
  const work = await mkdtemp(join(tmpdir(), "keywright-release-"));
  const findings = await packRelease(work).finally(() => rm(work, { recursive: true }));
  process.exitCode = findings.length > 0 ? 1 : 0;
} else {
  console.error(`a release must be packed from a commit, but there are uncommitted changes; commit or remove them:\n${changes}`);
  process.exitCode = 1;
}
