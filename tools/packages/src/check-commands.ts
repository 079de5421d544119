import { join } from "node:path";
import { targetsOf } from "@keywright/tool-check-api/check-manifest";
import { runCommand } from "@keywright/tool-check-api/run-command";
import { type Cell, cellOf } from "./cells.ts";
import type { InstalledPackage } from "./installed.ts";
import type { Runtime } from "./runtimes.ts";

/** Asks each command of the packages for help, by one runtime. */
export async function checkCommands(where: string, packages: readonly InstalledPackage[], { command, parameters }: Runtime): Promise<readonly Cell[]> {
  return Promise.all(
    packages.flatMap(({ folder, manifest }) =>
      targetsOf(manifest.bin, "bin").map(async ([path, target]) => {
        const name = /\["(.+)"\]/.exec(path)?.[1] ?? manifest.name;
        return cellOf(where, `${name} --help`, async () => {
          const { ok, output } = await runCommand(command, [...parameters, join(folder, target), "--help"], { folder, timeoutMs: 30_000 });
          if (!ok || !output.includes(name)) throw new Error(`it does not say what it is\n${output}`);
          return output.split("\n")[0] ?? "";
        });
      }),
    ),
  );
}
