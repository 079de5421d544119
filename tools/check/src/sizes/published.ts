import { join } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import type { Limit, Use } from "./budgets.ts";

/** What is published: its entries, and what a bundler needs to know of them. */
export interface Published {
  /** The files of the entries, by what users import, such as `@keywright/core/node`. */
  readonly files: ReadonlyMap<string, string>;
  /** What users bring themselves is not counted. */
  readonly peers: readonly string[];
}

/**
 * Reads the manifests of all packages that are published.
 *
 * @param root The root of the repository.
 */
export async function readPublished(root: string): Promise<Published> {
  const packages = await Promise.all((await findPublished(root)).map(async (folder) => ({ folder, manifest: await readManifest(folder) })));
  const files = packages.flatMap(({ folder, manifest: { name, publishConfig } }) => {
    const { exports = {} } = (publishConfig ?? {}) as { readonly exports?: { readonly [entry: string]: string | { readonly default: string } } };
    return Object.entries(exports)
      .filter(([entry]) => !entry.endsWith(".json"))
      .map(([entry, target]) => [name + entry.slice(1), join(folder, typeof target === "string" ? target : target.default)] as const);
  });
  // Users install peers themselves, even if another package of this repository imports the one that needs them.
  const peers = [...new Set(packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})))];
  return { files: new Map(files), peers };
}

/**
 * Every entry that is published, with all that it exports, as a use.
 *
 * @param limits By entry. One that is missing there has no bytes to spend.
 */
export function entriesOf(names: readonly string[], limits: { readonly [entry: string]: Limit }): Use[] {
  return names.map((what) => ({ what, source: `export * from "${what}";\n`, budget: limits[what]?.budget ?? 0 }));
}
