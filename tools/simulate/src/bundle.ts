import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type BuildOptions } from "esbuild";
import { type Fault, plant } from "./fault.ts";

const ROOT = join(import.meta.dirname, "../../..");
/** Options of both bundles: each is the text of one script. */
const script = (): BuildOptions & { readonly write: false } => ({
  bundle: true,
  write: false,
  platform: "node",
  format: "cjs",
  target: "node20",
  external: ["undici"],
  logLevel: "error",
  logOverride: { "empty-import-meta": "silent" },
});

/** Bundles the worker, which contains the world and the services. */
export async function bundleWorker(): Promise<string> {
  const define = { "import.meta.url": JSON.stringify(import.meta.url) };
  const { outputFiles } = await build({ ...script(), format: "iife", define, entryPoints: [join(import.meta.dirname, "worker.ts")] });
  return outputFiles[0]?.text ?? "";
}

/** Bundles the programs. @throws Error unless the place of a fault is there exactly once. */
export async function bundlePrograms(fault?: Fault): Promise<string> {
  let planted = false;
  const { outputFiles } = await build({
    ...script(),
    entryPoints: [join(import.meta.dirname, "inside/index.ts")],
    plugins: [
      {
        name: "fault",
        setup({ onLoad }) {
          if (fault === undefined) return;
          const place = join(ROOT, fault.file);
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            if (path !== place) return undefined;
            planted = true;
            return { contents: plant(await readFile(path, "utf8"), fault), loader: "ts" };
          });
        },
      },
    ],
  });
  if (fault !== undefined && !planted) throw new Error(`${fault.id} cannot be planted, because the programs do not import ${fault.file}`);
  return outputFiles[0]?.text ?? "";
}
