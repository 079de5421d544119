import { parseYaml } from "@redocly/openapi-core";

interface Dependencies {
  readonly [name: string]: { readonly version: string };
}

interface Snapshot {
  readonly dependencies?: { readonly [name: string]: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

/** What of pnpm's lockfile is read. */
export interface Lock {
  readonly importers: { readonly [folder: string]: { readonly dependencies?: Dependencies; readonly optionalDependencies?: Dependencies } };
  readonly packages: { readonly [id: string]: { readonly resolution: { readonly integrity?: string; readonly tarball?: string; readonly type?: string } } };
  readonly snapshots: { readonly [id: string]: Snapshot };
}

/** Reads the text of a `pnpm-lock.yaml`. */
export function parseLock(text: string): Lock {
  return parseYaml(text) as Lock;
}

/** Entries of a lockfile that are not what the registry has under their name: without a digest, or from somewhere else. */
export function checkLock(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([id, { resolution }]) => {
    if (resolution.integrity === undefined) return [`${id} has no integrity; install it from the registry.`];
    return resolution.tarball === undefined && resolution.type === undefined
      ? []
      : [`${id} comes from ${resolution.tarball ?? resolution.type}; install it from the registry.`];
  });
}

/**
 * What a workspace package brings along when it is installed, by the lockfile: `name@version`, ours without a version.
 *
 * @param folder The package's folder, such as `packages/vault`.
 */
export function closureOf(lock: Lock, folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visitImporter = (from: string): void => {
    const { dependencies = {}, optionalDependencies = {} } = lock.importers[from] ?? {};
    for (const [name, { version }] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (!version.startsWith("link:")) visitPackage(name, version);
      else if (!found.has(name)) {
        found.add(name);
        visitImporter(`packages/${version.split("/").at(-1)}`);
      }
    }
  };
  const visitPackage = (name: string, version: string): void => {
    // An alias is locked under the name of what it stands for.
    const id = lock.snapshots[`${name}@${version}`] === undefined ? version : `${name}@${version}`;
    const plain = id.replace(/\(.*$/, "");
    const { dependencies = {}, optionalDependencies = {} } = lock.snapshots[id] ?? {};
    if (found.has(plain)) return;
    found.add(plain);
    for (const [other, at] of Object.entries({ ...dependencies, ...optionalDependencies })) visitPackage(other, at);
  };
  visitImporter(folder);
  return found;
}
