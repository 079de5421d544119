import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Keeps what is installed outside, by its address, because it is found from the source and not from where the bundle stands. */
const installedOutside: Plugin = {
  name: "installed-outside",
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
      if (pluginData === "asked" || path.startsWith("node:")) return undefined;
      const found = await resolve(path, { ...options, pluginData: "asked" });
      return found.path.includes("/node_modules/") ? { path: pathToFileURL(found.path).href, external: true } : found;
    });
  },
};

/**
 * Bundles programs in TypeScript with the workspace's sources that they import: `a.ts` becomes `a.js` in the folder, `b.mts` becomes `b.js`. Bundled, a process starts in a fifth of the time that
 * it takes to load each source by tsx.
 */
export async function bundlePrograms(programs: readonly string[], folder: string): Promise<void> {
  await build({
    entryPoints: [...programs],
    outdir: folder,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "silent",
    plugins: [installedOutside],
  });
}
