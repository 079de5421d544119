import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Script } from "node:vm";
import { build } from "esbuild";
import type { Surroundings } from "./inside/surroundings.ts";

/** A fault that is planted into a source for a while. */
export interface Mutant {
  readonly id: string;
  /** Behind `packages`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

/** The programs, by name. Each takes what the world tells it. */
export type Programs = Readonly<Record<"follow" | "tail" | "write", (surroundings: Surroundings) => Promise<void>>>;

/** Loads the programs for one process: with modules of its own, and these in place of the platform's globals. */
export type Load = (globals: Readonly<Record<string, unknown>>) => Programs;

const PACKAGES = join(import.meta.dirname, "../../../packages");
/** What the code of a process sees of the world, as parameters that hide the globals of the same name. */
const SEAMS = ["setTimeout", "clearTimeout", "setImmediate", "performance", "Date", "Math", "crypto", "fetch", "process", "console", "require", "globalThis"];

/** Bundles the programs into the text of one script. @throws Error if the place of a mutant is not found once. */
export async function bundlePrograms(mutant?: Mutant): Promise<string> {
  let planted = 0;
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "inside/index.ts")],
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    external: ["undici"],
    logLevel: "error",
    logOverride: { "empty-import-meta": "silent" },
    plugins: [
      {
        name: "mutant",
        setup({ onLoad }) {
          if (mutant === undefined) return;
          const place = join(PACKAGES, mutant.file);
          onLoad({ filter: /\.ts$/ }, async ({ path }) => {
            if (path !== place) return undefined;
            const source = await readFile(path, "utf8");
            planted = source.split(mutant.from).length - 1;
            return { contents: source.replace(mutant.from, () => mutant.to), loader: "ts" };
          });
        },
      },
    ],
  });
  if (mutant !== undefined && planted !== 1) throw new Error(`the place of ${mutant.id} must be once in ${mutant.file}; it is there ${planted} times`);
  return outputFiles[0]?.text ?? "";
}

/** Compiles a bundle once. */
export function compilePrograms(text: string): Load {
  const script = new Script(`(function (${SEAMS.join(", ")}) { const module = { exports: {} }, exports = module.exports;\n${text}\nreturn module.exports; })`);
  const create = script.runInThisContext() as (...globals: unknown[]) => Programs;
  return (globals) => create(...SEAMS.map((name) => globals[name]));
}
