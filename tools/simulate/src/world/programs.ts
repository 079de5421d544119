import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Script } from "node:vm";
import type { FleetStreams } from "@keywright/core/postgres";
import { build } from "esbuild";
import { type Fault, plant } from "../mutate/read-faults.ts";
import type { CrowdSurroundings, FleetDatabase, FleetSurroundings, Surroundings } from "./surroundings.ts";

/** The programs by name. Each runs in the surroundings that it is passed. */
type Programs = Readonly<Record<"follow" | "tail" | "write", (surroundings: Surroundings) => Promise<void>>> & {
  readonly crowd: (surroundings: CrowdSurroundings) => Promise<void>;
  readonly fleet: (surroundings: FleetSurroundings) => Promise<void>;
  readonly operate: (database: FleetDatabase) => FleetStreams;
};

/** Loads the programs for one process, with separate modules and with these globals. */
export type Load = (globals: Readonly<Record<string, unknown>>) => Programs;

/** Parameters of the script that hide the globals of the same names. */
const SEAMS = ["setTimeout", "clearTimeout", "setImmediate", "performance", "Date", "Math", "crypto", "fetch", "process", "console", "require", "globalThis"];

/** Bundles the programs, with a fault if there is one, into a script. */
export async function bundlePrograms(fault?: Fault): Promise<string> {
  const { outputFiles } = await build({
    bundle: true,
    write: false,
    platform: "node",
    mainFields: ["module", "main"],
    format: "cjs",
    target: "node20",
    external: ["undici"],
    logLevel: "error",
    logOverride: { "empty-import-meta": "silent" },
    entryPoints: [join(import.meta.dirname, "../inside/index.ts")],
    plugins: [
      {
        name: "fault",
        setup({ onLoad }) {
          onLoad({ filter: /\.ts$/ }, async ({ path }) =>
            fault !== undefined && path.endsWith(fault.file) ? { contents: plant(await readFile(path, "utf8"), fault), loader: "ts" } : undefined,
          );
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

/** Compiles a bundle once. */
export function compilePrograms(text: string): Load {
  const script = new Script(`(function (${SEAMS.join(", ")}) { const module = { exports: {} }, exports = module.exports;\n${text}\nreturn module.exports; })`);
  const create = script.runInThisContext() as (...globals: unknown[]) => Programs;
  return (globals) => create(...SEAMS.map((name) => globals[name]));
}
