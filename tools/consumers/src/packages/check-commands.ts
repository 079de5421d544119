import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { type Cell, cellOf } from "./cells.ts";
import type { Services } from "./inside/program.ts";
import type { InstalledPackage } from "./installed.ts";
import type { Runtime } from "./runtimes.ts";
import { type CommandUse, useConformance, useGenerate, useRun, useTail } from "./use-commands.ts";

/** A use of each command, in addition to its help. Every other check uses `keywright-emulator`. */
const USES: { readonly [name: string]: (use: CommandUse) => Promise<string> } = {
  "keywright-conformance": useConformance,
  "keywright-generate": useGenerate,
  "keywright-run": useRun,
  "keywright-tail": useTail,
};

/** Runs each command of the packages with one runtime: its help and its use. */
export async function checkCommands(where: string, packages: readonly InstalledPackage[], runtime: Runtime, services: Services): Promise<readonly Cell[]> {
  const cells = packages.flatMap(({ folder, manifest }) =>
    Object.entries((manifest.bin ?? {}) as { readonly [name: string]: string }).flatMap(([name, target]) => {
      const useIn = async (use: (given: CommandUse) => Promise<string>): Promise<string> => {
        const place = await mkdtemp(join(folder, "../../..", `${name}-`));
        const run: CommandUse["run"] = (words, environment = {}, program = join(folder, target)) =>
          runCommand(runtime.command, [...runtime.parameters, program, ...words], { folder: place, environment, timeoutMs: 60_000 });
        return use({ place, run, services });
      };
      const help = async ({ run }: CommandUse): Promise<string> => {
        const { ok, output } = await run(["--help"]);
        if (!ok || !output.includes(name)) throw new Error(`its help must name ${name}\n${output}`);
        return output.split("\n")[0] ?? "";
      };
      const use = USES[name];
      return [cellOf(where, `${name} --help`, () => useIn(help)), ...(use === undefined ? [] : [cellOf(where, name, () => useIn(use))])];
    }),
  );
  return Promise.all(cells);
}
