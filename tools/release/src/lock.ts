import { parseYaml } from "@redocly/openapi-core";

interface Dependencies<Version> {
  readonly dependencies?: { readonly [name: string]: Version };
  readonly optionalDependencies?: { readonly [name: string]: Version };
}

/** What of pnpm's lockfile is read. */
export interface Lock {
  readonly importers: { readonly [folder: string]: Dependencies<{ readonly version: string }> };
  readonly packages: { readonly [id: string]: { readonly resolution: { readonly integrity?: string; readonly tarball?: string; readonly type?: string } } };
  readonly snapshots: { readonly [id: string]: Dependencies<string> };
}

/** Reads the text of a `pnpm-lock.yaml`. */
export function parseLock(text: string): Lock {
  return parseYaml(text) as Lock;
}

/** Entries of a lockfile that are not what the registry has under their name: without a digest, or from somewhere else. */
export function checkLock(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([id, { resolution }]) => {
    const elsewhere = resolution.tarball ?? resolution.type;
    if (resolution.integrity === undefined) return [`${id} has no integrity; install it from the registry.`];
    return elsewhere === undefined ? [] : [`${id} comes from ${elsewhere}; install it from the registry.`];
  });
}

/**
 * What a workspace package brings along when it is installed, by the lockfile: `name@version`, ours without a version.
 *
 * @param folder The package's folder, such as `packages/vault`.
 */
export function closureOf(lock: Lock, folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = <Version>({ dependencies = {}, optionalDependencies = {} }: Dependencies<Version>, versionOf: (at: Version) => string): void => {
    for (const [name, at] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const version = versionOf(at);
      const isOurs = version.startsWith("link:");
      // An alias is locked under the name of what it stands for.
      const id = isOurs ? name : lock.snapshots[`${name}@${version}`] === undefined ? version : `${name}@${version}`;
      const plain = id.replace(/\(.*$/, "");
      if (found.has(plain)) continue;
      found.add(plain);
      if (isOurs) visit(lock.importers[`packages/${version.split("/").at(-1)}`] ?? {}, (importer) => importer.version);
      else visit(lock.snapshots[id] ?? {}, (snapshot) => snapshot);
    }
  };
  visit(lock.importers[folder] ?? {}, ({ version }) => version);
  return found;
}
