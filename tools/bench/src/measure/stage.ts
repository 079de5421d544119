import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findPublished, packInto } from "@keywright/tool-test-kit/command/packed-package";
import { build } from "esbuild";

const here = resolve(import.meta.dirname, "../..");
const root = resolve(here, "../..");

/** Programs that run in processes of their own. */
const PROGRAMS = ["canned-server", "client", "import-time"];

/**
 * Lays out the packages as their users get them, packed, with the programs that measure them.
 *
 * It stands inside of this tool's folder, so that the peers are found there.
 *
 * @returns The folder, and what takes it away.
 */
export async function layStage(): Promise<{ readonly stage: string; readonly remove: () => Promise<void> }> {
  const stage = await mkdtemp(join(here, ".stage-"));
  const remove = (): Promise<void> => rm(stage, { recursive: true, force: true });
  try {
    await Promise.all((await findPublished(root)).map((folder) => packInto(stage, root, folder)));
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
