import { isBuiltin } from "node:module";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import type { Published } from "./published.ts";

const SOURCES: Published = { files: new Map(), peers: [] };

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

/** Modules of Node stay outside: they come with it. What is published is found where its users find it. */
function resolver(files: Published["files"]): Plugin {
  return {
    name: "published",
    setup: ({ onResolve, resolve }) =>
      void onResolve({ filter: /./ }, async ({ path, kind, resolveDir }) => {
        if (isBuiltin(path)) return { path, external: true };
        const file = files.get(path);
        return file === undefined ? undefined : resolve(file, { kind, resolveDir });
      }),
  };
}

/**
 * Bundles a module as users do for a page, with all that it imports, and measures what comes out.
 *
 * @param source The module's text.
 * @param folder Where it would stand: what it imports is found from there.
 * @param published What users get. Left out, packages are found where the workspace has them: in their sources.
 * @throws Error of the bundler, such as of what is published and was not built.
 */
export async function measure(source: string, folder: string, { files, peers }: Published = SOURCES): Promise<Measured> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: folder, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // The licences of others stand in files of their own.
    legalComments: "none",
    external: [...peers],
    plugins: [resolver(files)],
    metafile: true,
    write: false,
    logLevel: "silent",
  });
  const bytes = outputFiles[0]?.contents ?? new Uint8Array();
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const modules = inputs.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { modules, minified: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}
