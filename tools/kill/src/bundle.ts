import { join } from "node:path";
import { build } from "esbuild";
import type { ProgramName } from "./row.ts";

const ENTRIES: { readonly [name in ProgramName]: string } = {
  follow: join(import.meta.dirname, "children/follow.ts"),
  save: join(import.meta.dirname, "children/save.ts"),
  "stand-by": join(import.meta.dirname, "children/stand-by.ts"),
  take: join(import.meta.dirname, "children/take.ts"),
  tail: join(import.meta.dirname, "../../../packages/tail/src/cli.ts"),
};

/** Bundles the programs into a folder: a process of one file starts in a fraction of the time, and hundreds are started. */
export async function bundlePrograms(folder: string): Promise<(name: ProgramName) => string> {
  await build({
    entryPoints: ENTRIES,
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // undici is CommonJS, and requires the modules of Node.
    banner: { js: 'import * as nodeModule from "node:module"; const require = nodeModule.createRequire(import.meta.url);' },
    logLevel: "silent",
  });
  return (name) => join(folder, `${name}.mjs`);
}
