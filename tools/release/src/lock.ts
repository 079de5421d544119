import { parseYaml } from "@redocly/openapi-core";

interface Dependencies {
  readonly dependencies?: { readonly [name: string]: string | { readonly version: string } };
  readonly optionalDependencies?: Dependencies["dependencies"];
}

/** The properties of pnpm's lockfile that this tool reads. */
export interface Lock {
  readonly importers: { readonly [folder: string]: Dependencies };
  readonly packages: { readonly [id: string]: { readonly resolution: { readonly integrity?: string; readonly tarball?: string; readonly type?: string } } };
  readonly snapshots: { readonly [id: string]: Dependencies };
}

/** Reads the text of a `pnpm-lock.yaml`. */
export function parseLock(text: string): Lock {
  return parseYaml(text) as Lock;
}

/** Returns a finding for each entry of a lockfile without a digest or from another source than the registry. */
export function checkLock(lock: Lock): string[] {
  return Object.entries(lock.packages).flatMap(([id, { resolution }]) => {
    const elsewhere = resolution.tarball ?? resolution.type;
    if (resolution.integrity === undefined) return [`${id} has no integrity; install it from the registry.`];
    return elsewhere === undefined ? [] : [`${id} comes from ${elsewhere}; install it from the registry.`];
  });
}

/**
 * Returns the packages that are installed with a workspace package: `name@version`, without a version for packages of the workspace.
 *
 * @param folder The package's folder, such as `packages/vault`.
 */
export function closureOf(lock: Lock, folder: string): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = ({ dependencies, optionalDependencies }: Dependencies = {}): void => {
    for (const [name, at] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      const version = typeof at === "string" ? at : at.version;
      const isOurs = version.startsWith("link:");
      // The lockfile has an alias under the name of its target.
      const id = isOurs ? name : lock.snapshots[`${name}@${version}`] === undefined ? version : `${name}@${version}`;
      const plain = id.replace(/\(.*$/, "");
      if (found.has(plain)) continue;
      found.add(plain);
      visit(isOurs ? lock.importers[`packages/${version.split("/").at(-1)}`] : lock.snapshots[id]);
    }
  };
  visit(lock.importers[folder]);
  return found;
}
