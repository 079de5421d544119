import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { build } from "esbuild";

/** Bundled programs in a temporary folder, each in the file of its source's name. */
export type Programs = Awaited<ReturnType<typeof bundlePrograms>>;

/** Bundles programs, because hundreds of processes start faster and smaller from one file. */
export async function bundlePrograms(...sources: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), "keywright-torture-"));
  await build({
    entryPoints: Object.fromEntries(sources.map((source) => [basename(source, ".ts"), source])),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    mainFields: ["module", "main"],
    format: "esm",
    target: "node20",
    // undici is CommonJS and requires Node's modules.
    banner: { js: 'import * as nodeModule from "node:module"; const require = nodeModule.createRequire(import.meta.url);' },
    logLevel: "silent",
  });
  return { folder, file: (name: string): string => join(folder, `${name}.mjs`), remove: (): Promise<void> => rm(folder, { recursive: true, force: true }) };
}
