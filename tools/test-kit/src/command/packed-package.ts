import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, realpath, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The properties of a package.json that tools read. */
export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports?: unknown;
  readonly bin?: unknown;
  readonly dependencies?: { readonly [name: string]: string };
  readonly peerDependencies?: { readonly [name: string]: string };
  readonly [property: string]: unknown;
}

/** An unpacked package. */
export interface PackedPackage {
  readonly name: string;
  readonly tarball: string;
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

/**
 * Packs a package and installs it with its dependencies into a project.
 *
 * Only pnpm replaces `exports` by `publishConfig.exports`.
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

/** Links external dependencies from the workspace. Packages of this repository are packed themselves. */
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

/** Reads the package.json of a folder. */
export async function readManifest(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Returns every file that a property of package.json names, with the path of the property. */
export function targetsOf(property: unknown, path: string): (readonly [string, string])[] {
  if (typeof property === "string") return [[path, property]];
  if (typeof property !== "object" || property === null) return [];
  return Object.entries(property).flatMap(([key, inner]) => targetsOf(inner, `${path}["${key}"]`));
}
