import { isBuiltin } from "node:module";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";

/** Bytes of a bundle. */
export interface Size {
  readonly minified: number;
  /** Of the minified bundle, by gzip at its best. */
  readonly gzip: number;
}

/** A bundle that was measured. */
export interface Measured extends Size {
  /** The paths of the modules of which something is left in it. */
  readonly modules: readonly string[];
}

/** Modules of Node stay outside: they come with it. */
const nodeModules: Plugin = {
  name: "node-modules",
  setup: ({ onResolve }) => void onResolve({ filter: /./ }, ({ path }) => (isBuiltin(path) ? { path, external: true } : undefined)),
};

/**
 * Bundles a module as users do for a page, with all that it imports, and measures what comes out.
 *
 * @param source The module's text.
 * @param folder Where it would stand: what it imports is found from there.
 * @param outside Packages that are not counted.
 */
export async function measure(source: string, folder: string, outside: readonly string[] = []): Promise<Measured> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // The licences of others stand in files of their own.
    legalComments: "none",
    external: [...outside],
    plugins: [nodeModules],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const modules = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { modules, minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}
