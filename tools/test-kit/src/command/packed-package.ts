import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runOrThrow } from "./run-command.ts";

/** The properties of a package.json that tools read. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: { readonly [name: string]: unknown };
  readonly bin?: { readonly [name: string]: unknown };
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  /** The properties that replace others when it is published. */
  readonly publishConfig?: { readonly type?: string; readonly exports?: { readonly [name: string]: unknown }; readonly bin?: object };
  readonly [property: string]: unknown;
}

/** A packed package. */
export interface ReleasedPackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
  /** Its folder in the workspace. */
  readonly source: string;
  /** Its package.json in the workspace. */
  readonly manifest: Manifest;
}

/** An unpacked package. */
export interface PackedPackage extends ReleasedPackage {
  /** Its folder: `node_modules/<name>` of a user's project. */
  readonly folder: string;
  /** Its published package.json. */
  readonly manifest: Manifest;
}

/** Returns the folders of all published packages, sorted by name. */
export async function findPublished(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (const name of (await readdir(join(root, "packages"))).sort()) {
    const folder = join(root, "packages", name);
    const manifest = await readManifest(folder).catch(() => undefined);
    if (manifest !== undefined && manifest.private !== true) folders.push(folder);
  }
  return folders;
}

/** Packs all published packages. @param tarballs The folder for the tarballs. */
export async function packAll(root: string, tarballs: string): Promise<readonly ReleasedPackage[]> {
  const packages = await Promise.all((await findPublished(root)).map(async (source) => ({ source, manifest: await readManifest(source) })));
  await mkdir(tarballs, { recursive: true });
  const filters = packages.flatMap(({ manifest }) => ["--filter", manifest.name]);
  // Only pnpm replaces `exports` by `publishConfig.exports`.
  await runOrThrow(join(root, "node_modules/.bin/pnpm"), ["--recursive", ...filters, "pack", "--pack-destination", tarballs], { folder: root });
  return packages.map(({ source, manifest }) => {
    const { name } = manifest;
    const version = String(manifest["version"]);
    return { name, version, source, manifest, tarball: join(tarballs, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`) };
  });
}

/** Packs all published packages and installs them with their dependencies into a project. */
export async function packInto(project: string, root: string): Promise<readonly PackedPackage[]> {
  const packages: PackedPackage[] = [];
  for (const packed of await packAll(root, join(project, "tarballs"))) {
    const folder = join(project, "node_modules", packed.name);
    await mkdir(folder, { recursive: true });
    await runOrThrow("tar", ["-xzf", packed.tarball, "-C", folder, "--strip-components", "1"], { folder });
    const manifest = await readManifest(folder);
    await linkDependencies(project, packed.source, manifest);
    packages.push({ ...packed, folder, manifest });
  }
  return packages;
}

/** Links external dependencies from the workspace; this repository's packages are packed. */
async function linkDependencies(project: string, folder: string, { name, dependencies = {} }: Manifest): Promise<void> {
  const scope = `${name.split("/", 1)[0]}/`;
  for (const dependency of Object.keys(dependencies).filter((other) => !other.startsWith(scope))) {
    const link = join(project, "node_modules", dependency);
    if (existsSync(link)) continue;
    const installed = await realpath(join(folder, "node_modules", dependency)).catch((cause: unknown) => {
      throw new Error(`${name} depends on ${dependency}, which is not installed; run pnpm install`, { cause });
    });
    await mkdir(dirname(link), { recursive: true });
    await symlink(installed, link);
  }
}

export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Returns every file that a property of package.json names, with the path of the property. */
export function targetsOf(property: unknown, path: string): (readonly [string, string])[] {
  if (typeof property === "string") return [[path, property]];
  if (typeof property !== "object" || property === null) return [];
  return Object.entries(property).flatMap(([key, inner]) => targetsOf(inner, `${path}["${key}"]`));
}
