import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { packInto } from "@keywright/tool-test-kit/command/packed-package";
import { build } from "esbuild";

const here = resolve(import.meta.dirname, "../..");
const root = resolve(here, "../..");

/** Programs that run in separate processes. */
const PROGRAMS = ["canned-server", "client", "deliver", "import-time"];

/**
 * Installs the packed packages, with the programs that measure them, in a new folder.
 *
 * The folder is inside this tool's folder, so that Node finds the libraries to compare with.
 *
 * @returns The folder, and a function that removes it.
 */
export async function layStage(): Promise<{ readonly stage: string; readonly remove: () => Promise<void> }> {
  const stage = await mkdtemp(join(here, ".stage-"));
  const remove = (): Promise<void> => rm(stage, { recursive: true, force: true });
  try {
    await packInto(stage, root);
    await build({
      entryPoints: PROGRAMS.map((name) => join(here, "src/programs", `${name}.ts`)),
      outdir: join(stage, "programs"),
      outExtension: { ".js": ".mjs" },
      bundle: true,
      splitting: true,
      platform: "node",
      format: "esm",
      target: "node20",
      logLevel: "error",
      packages: "external",
    });
    return { stage, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
