import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { type Fault, plant } from "./read-faults.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Bundles the programs into a script. @throws Error unless the place of a fault is there exactly once. */
export async function bundlePrograms(fault?: Fault): Promise<string> {
  let planted = fault === undefined;
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["undici"],
    logLevel: "error",
    logOverride: { "empty-import-meta": "silent" },
    entryPoints: [join(import.meta.dirname, "inside/index.ts")],
    plugins: [
      {
        name: "fault",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            if (fault === undefined || path !== join(ROOT, fault.file)) return undefined;
            planted = true;
            return { contents: plant(await readFile(path, "utf8"), fault), loader: "ts" };
          });
        },
      },
    ],
  });
  if (!planted) throw new Error(`${fault?.id} cannot be planted, because the programs do not import ${fault?.file}`);
  return outputFiles[0]?.text ?? "";
}
