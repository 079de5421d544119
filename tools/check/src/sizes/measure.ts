import { isBuiltin } from "node:module";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import type { Use } from "./budgets.ts";
import type { Published } from "./published.ts";

/** Bytes of a bundle. */
export interface Size {
  readonly minified: number;
  /** Of the minified bundle, by gzip at its best. */
  readonly gzip: number;
}

/** Excludes Node's modules, and resolves published packages to their built files. */
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
 * @param source The text of the module.
 * @param published What users get. What is not in it is found where the workspace has it: in its sources.
 * @returns The bytes, and the paths of the modules of which something is left.
 * @throws Error of the bundler, such as of what is published and was not built.
 */
export async function measure(source: string, { files, peers }: Published): Promise<Size & { readonly modules: readonly string[] }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    // Licenses of bundled packages are in separate files.
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

/** Measures a use: all its bytes, or those beyond another module. */
export async function measureUse({ source, beyond }: Use, published: Published): Promise<Size> {
  const whole = await measure(source, published);
  if (beyond === undefined) return whole;
  const base = await measure(beyond, published);
  return { minified: whole.minified - base.minified, gzip: whole.gzip - base.gzip };
}
