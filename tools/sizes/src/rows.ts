import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { findPublished, readManifest } from "@keywright/tool-check-api/packed-package";
import type { Use } from "./budgets.ts";
import { measure, type Size } from "./measure.ts";
import type { Row } from "./table.ts";

async function sizeOf(module: string): Promise<Size> {
  const path = join(import.meta.dirname, module);
  return measure(await readFile(path, "utf8"), dirname(path));
}

interface PublishedManifest {
  readonly name: string;
  readonly publishConfig?: { readonly exports?: object };
  /** What users bring themselves is not counted. */
  readonly peerDependencies?: object;
}

/** Measures what users write. */
export async function useRows(uses: readonly Use[]): Promise<Row[]> {
  return Promise.all(
    uses.map(async ({ what, module, beyond, budget }) => {
      const whole = await sizeOf(module);
      const base = beyond === undefined ? { minified: 0, gzip: 0 } : await sizeOf(beyond);
      return { what, size: { minified: whole.minified - base.minified, gzip: whole.gzip - base.gzip }, ...(budget === undefined ? {} : { budget }) };
    }),
  );
}

/**
 * Measures every entry that is published, with all that it exports.
 *
 * @param root The root of the repository.
 * @param budgets Bytes by entry. One that is missing there has none to spend.
 */
export async function entryRows(root: string, budgets: { readonly [entry: string]: number }): Promise<Row[]> {
  const rows: Row[] = [];
  const folders = await findPublished(root);
  const manifests = await Promise.all(folders.map(async (folder) => ({ folder, ...((await readManifest(folder)) as PublishedManifest) })));
  // Whoever wants a peer brings it, also where the package that may ask for it is imported by another of ours.
  const peers = [...new Set(manifests.flatMap(({ peerDependencies = {} }) => Object.keys(peerDependencies)))];
  for (const { folder, name, publishConfig } of manifests) {
    for (const entry of Object.keys(publishConfig?.exports ?? {}).filter((path) => !path.endsWith(".json"))) {
      const what = name + entry.slice(1);
      // A package finds itself by its name.
      const size = await measure(`export * from ${JSON.stringify(what)};`, folder, peers);
      rows.push({ what, size, budget: budgets[what] ?? 0 });
    }
  }
  return rows;
}
