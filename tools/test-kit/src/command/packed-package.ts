import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What of a package.json is looked at. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly bin?: unknown;
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly [property: string]: unknown;
}

/** A package as its users get it. */
export interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
  /** The folder that it was unpacked into: `node_modules/<name>` of the project of a user. */
  readonly folder: string;
  /** Its package.json as it is published. */
  readonly manifest: Manifest;
}

/** The folders of all packages that are published, in the order of their names. */
export async function findPublished(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (const name of (await readdir(join(root, "packages"))).sort()) {
    const folder = join(root, "packages", name);
    const manifest = await readManifest(folder).catch(() => undefined);
    if (manifest !== undefined && manifest.private !== true) folders.push(folder);
  }
  return folders;
}

/**
 * Packs a package and lays it out in a project, with its dependencies beside it, as an installation would.
 *
 * pnpm packs, because npm would ship the exports of the workspace (`publishConfig.exports` is pnpm's).
 */
export async function packInto(project: string, root: string, folder: string): Promise<PackedPackage> {
  const { name } = await readManifest(folder);
  const destination = join(project, "tarballs", name.replaceAll(/[@/]/g, "-"));
  await mkdir(destination, { recursive: true });
  await run(join(root, "node_modules/.bin/pnpm"), ["pack", "--pack-destination", destination], { cwd: folder });
  const tarball = join(destination, (await readdir(destination)).find((file) => file.endsWith(".tgz")) ?? "");
  const unpacked = join(project, "node_modules", name);
  await mkdir(unpacked, { recursive: true });
  await run("tar", ["-xzf", tarball, "-C", unpacked, "--strip-components", "1"]);
  const manifest = await readManifest(unpacked);
  await linkDependencies(project, folder, manifest);
  return { name, tarball, folder: unpacked, manifest };
}

/** Dependencies of other makers come from the workspace; ours are packed themselves. */
async function linkDependencies(project: string, folder: string, { name, dependencies = {} }: Manifest): Promise<void> {
  const scope = `${name.split("/", 1)[0]}/`;
  for (const dependency of Object.keys(dependencies).filter((other) => !other.startsWith(scope))) {
    const installed = await realpath(join(folder, "node_modules", dependency)).catch((cause: unknown) => {
      throw new Error(`${name} depends on ${dependency}, which is not installed; run pnpm install`, { cause });
    });
    const link = join(project, "node_modules", dependency);
    await mkdir(dirname(link), { recursive: true });
    await symlink(installed, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

/** The package.json of a folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Every file that a property of package.json names, with its path for people. */
export function targetsOf(property: unknown, path: string): (readonly [string, string])[] {
  if (typeof property === "string") return [[path, property]];
  if (typeof property !== "object" || property === null) return [];
  return Object.entries(property).flatMap(([key, inner]) => targetsOf(inner, `${path}["${key}"]`));
}
