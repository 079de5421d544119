import { builtinModules } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { findPublished, readManifest } from "@keywright/tool-test-kit/command/packed-package";
import { build } from "esbuild";

/** What is published: its entries, and what a bundler needs to know of them. */
export interface Published {
  /** The built files of the entries, by what users import, such as `@keywright/core/node`. */
  readonly files: ReadonlyMap<string, string>;
  /** Packages that users install themselves, which do not count wherever they are imported. */
  readonly peers: readonly string[];
}

export async function readPublished(root: string): Promise<Published> {
  const packages = await Promise.all((await findPublished(root)).map(async (folder) => ({ folder, manifest: await readManifest(folder) })));
  const files = packages.flatMap(({ folder, manifest: { name, publishConfig: { exports = {} } = {} } }) =>
    Object.entries(exports as { readonly [entry: string]: string | { readonly default: string } })
      .filter(([entry]) => !entry.endsWith(".json"))
      .map(([entry, target]) => [name + entry.slice(1), join(folder, typeof target === "string" ? target : target.default)] as const),
  );
  return { files: new Map(files), peers: packages.flatMap(({ manifest }) => Object.keys(manifest.peerDependencies ?? {})) };
}

/** Measures a module: the bytes of its bundle by gzip, or those beyond another module. */
export async function measure(published: Published, source: string, beyond = ""): Promise<number> {
  const bytesOf = async (text: string): Promise<number> => gzipSync(await bundle(text, published), { level: 9 }).length;
  return (await bytesOf(source)) - (beyond === "" ? 0 : await bytesOf(beyond));
}

/**
 * Bundles a module as users do for a page, with all that it imports.
 *
 * @param source The text of the module. Its imports are found in the workspace's sources.
 */
export async function bundle(source: string, { files, peers }: Published): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // Licenses of bundled packages are in separate files.
    legalComments: "none",
    external: [...peers, ...builtinModules, "node:*"],
    alias: Object.fromEntries(files),
    write: false,
    logLevel: "silent",
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** Returns by how many bytes a size is over its budget. */
export function excessOf({ size, budget }: { readonly size: number; readonly budget: number }): number {
  return Math.max(0, size - budget);
}
