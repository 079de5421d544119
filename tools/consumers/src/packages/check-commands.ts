import { join } from "node:path";
import { targetsOf } from "@keywright/tool-test-kit/command/packed-package";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { type Cell, cellOf } from "./cells.ts";
import type { Services } from "./inside/program.ts";
import type { InstalledPackage } from "./installed.ts";
import type { Runtime } from "./runtimes.ts";
import { useConformance } from "./use-conformance.ts";
import { useGenerate } from "./use-generate.ts";
import { type CommandUse, useTail } from "./use-commands.ts";
import { useRun } from "./use-run.ts";

/** A use of each command, in addition to its help. Every other check uses `keywright-emulator`. */
const USES: { readonly [name: string]: (use: CommandUse) => Promise<string> } = {
  "keywright-conformance": useConformance,
  "keywright-generate": useGenerate,
  "keywright-run": useRun,
  "keywright-tail": useTail,
};

/** Runs each command of the packages with one runtime: its help and its use. */
export async function checkCommands(where: string, packages: readonly InstalledPackage[], runtime: Runtime, services: Services): Promise<readonly Cell[]> {
  const { command, parameters } = runtime;
  const cells = packages.flatMap(({ folder, manifest }) =>
    targetsOf(manifest.bin, "bin").flatMap(([path, target]) => {
      const name = /\["(.+)"\]/.exec(path)?.[1] ?? manifest.name;
      const program = join(folder, target);
      const help = cellOf(where, `${name} --help`, async () => {
        const { ok, output } = await runCommand(command, [...parameters, program, "--help"], { folder, timeoutMs: 30_000 });
        if (!ok || !output.includes(name)) throw new Error(`its help must name ${name}\n${output}`);
        return output.split("\n")[0] ?? "";
      });
      const use = USES[name];
      return use === undefined ? [help] : [help, cellOf(where, name, () => use({ runtime, program, folder: join(folder, "../../.."), services }))];
    }),
  );
  return Promise.all(cells);
}
