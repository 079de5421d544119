import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-check-api/packed-package";
import type { Limit, Use } from "./budgets.ts";
import { measure, type Size } from "./measure.ts";
import type { Row } from "./table.ts";

async function sizeOf(module: string, outside: readonly string[]): Promise<Size> {
  const path = join(import.meta.dirname, module);
  return measure(await readFile(path, "utf8"), dirname(path), outside);
}

interface PublishedManifest {
  readonly folder: string;
  readonly name: string;
  readonly publishConfig?: { readonly exports?: object };
  /** What users bring themselves is not counted. */
  readonly peerDependencies?: object;
}

async function readManifests(root: string): Promise<PublishedManifest[]> {
  const folders = await findPublished(root);
  return Promise.all(folders.map(async (folder) => ({ ...((await readManifest(folder)) as Omit<PublishedManifest, "folder">), folder })));
}

/** Whoever wants a peer brings it, also where the package that may ask for it is imported by another of ours. */
function peersOf(manifests: readonly PublishedManifest[]): string[] {
  return [...new Set(manifests.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies)))];
}

/**
 * Measures what users write.
 *
 * @param root The root of the repository.
 */
export async function useRows(root: string, uses: readonly Use[]): Promise<Row[]> {
  const peers = peersOf(await readManifests(root));
  return Promise.all(
    uses.map(async ({ module, beyond, ...row }) => {
      const whole = await sizeOf(module, peers);
      const base = beyond === undefined ? { minified: 0, gzip: 0 } : await sizeOf(beyond, peers);
      return { ...row, size: { minified: whole.minified - base.minified, gzip: whole.gzip - base.gzip } };
    }),
  );
}

/**
 * Measures every entry that is published, with all that it exports.
 *
 * @param root The root of the repository.
 * @param limits By entry. One that is missing there has no bytes to spend.
 */
export async function entryRows(root: string, limits: { readonly [entry: string]: Limit }): Promise<Row[]> {
  const rows: Row[] = [];
  const manifests = await readManifests(root);
  const peers = peersOf(manifests);
  for (const { folder, name, publishConfig } of manifests) {
    for (const entry of Object.keys(publishConfig?.exports ?? {}).filter((path) => !path.endsWith(".json"))) {
      const what = name + entry.slice(1);
      // A package finds itself by its name.
      const size = await measure(`export * from ${JSON.stringify(what)};`, folder, peers);
      rows.push({ what, size, budget: 0, ...limits[what] });
    }
  }
  return rows;
}
