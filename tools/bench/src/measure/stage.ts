import { mkdtemp, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { packInto } from "@keywright/tool-test-kit/command/packed-package";
import { ROOT } from "@keywright/tool-test-kit/services";
import { build } from "esbuild";

const here = resolve(import.meta.dirname, "../..");

/** Programs that run in separate processes. */
const PROGRAMS = ["claim", "client", "deliver", "fleet", "format", "import-time", "watch-vault"];

/**
 * Installs the packed packages and the programs that measure them in a new folder for `work`.
 *
 * The folder is inside this tool's folder, so that Node finds the libraries to compare with.
 */
export async function withStage<Result>(work: (stage: string) => Promise<Result>): Promise<Result> {
  const stage = await mkdtemp(join(here, ".stage-"));
  try {
    await packInto(stage, ROOT);
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
      // The packages bundle it, so that it is in none that users install.
      alias: { "@keywright/cli-kit": join(ROOT, "packages/cli-kit/src/index.ts") },
    });
    return await work(stage);
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
