import { existsSync } from "node:fs";
import { chromiumPath } from "../browser/chromium.ts";
import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { bundlePrograms } from "./bundle.ts";
import type { Cell } from "./cells.ts";
import { checkCommands } from "./check-commands.ts";
import { checkTypes } from "./check-types.ts";
import { entriesOf } from "./claims.ts";
import { startEmulator } from "./emulator-process.ts";
import type { Services } from "./inside/program.ts";
import type { Outcome } from "./inside/run-packages.ts";
import type { Installer } from "./install.ts";
import { type InstalledPackage, readInstalled } from "./installed.ts";
import { cellsOf, readOutcomes } from "./outcomes.ts";
import { runInChromium } from "./run-chromium.ts";
import { runInWorkerd } from "./run-workerd.ts";
import type { MissingRuntime, Runtime } from "./runtimes.ts";

/** What the packages are run by. */
export interface Machines {
  readonly commands: readonly (Runtime | MissingRuntime)[];
  readonly workerd: Runtime | MissingRuntime;
  /** The package.json of each compiler. */
  readonly compilers: readonly string[];
}

/** The packages of one project, and where the services are. */
interface Project {
  readonly installer: Installer;
  readonly folder: string;
  readonly packages: readonly InstalledPackage[];
  readonly services: Services;
}

/**
 * Does with installed packages all that their users may do: a cell for each thing in each place.
 *
 * @param folder The project that they are installed in.
 */
export async function runMatrix(installer: Installer, folder: string, names: readonly string[], machines: Machines): Promise<readonly Cell[]> {
  const packages = await readInstalled(folder, names);
  const emulator = await startEmulator(folder);
  try {
    const project = { installer, folder, packages, services: emulator.services };
    return [
      ...withoutProgram(project),
      ...(await checkTypes(installer, folder, names, machines.compilers)),
      ...(await runByCommands(project, machines.commands)),
      ...(await runInPage(project)),
      ...(await runInWorker(project, machines.workerd)),
    ];
  } finally {
    await emulator.close();
  }
}

/** A package that can be imported must be used here, or nobody has seen it work. */
function withoutProgram({ installer, packages }: Project): readonly Cell[] {
  const unused = packages.filter(({ manifest, programs }) => programs.length === 0 && entriesOf(manifest).includes(manifest.name));
  return unused.map(({ manifest: { name } }) => ({
    where: installer,
    what: name,
    state: "red",
    detail: `it has no program; write tools/consumers/src/packages/inside/programs/${name.split("/").at(-1)}.ts that uses it as its users do`,
  }));
}

async function runByCommands({ installer, folder, packages, services }: Project, commands: Machines["commands"]): Promise<readonly Cell[]> {
  const forms = { ESM: await bundlePrograms(folder, packages, "esm"), require: await bundlePrograms(folder, packages, "cjs") };
  const cells: Cell[] = [];
  for (const runtime of commands) {
    const where = `${installer}, ${runtime.name}`;
    if ("missing" in runtime) {
      cells.push({ where, what: "all packages", state: "not run", detail: runtime.missing });
      continue;
    }
    for (const [form, file] of Object.entries(forms))
      cells.push(...(await cellsOf(`${where}, ${form}`, packages, () => runByCommand(runtime, folder, file, services))));
    cells.push(...(await checkCommands(where, packages, runtime, services)));
  }
  return cells;
}

async function runByCommand({ command, parameters }: Runtime, folder: string, file: string, services: Services): Promise<readonly Outcome[]> {
  const { output } = await runCommand(command, [...parameters, file, JSON.stringify(services)], { folder, timeoutMs: 60_000 });
  return readOutcomes(output);
}

async function runInPage({ installer, folder, packages, services }: Project): Promise<readonly Cell[]> {
  const where = `${installer}, Chromium`;
  if (!existsSync(chromiumPath()))
    return [{ where, what: "all packages", state: "not run", detail: `there is no Chromium at ${chromiumPath()}; set CHROMIUM to the path of one` }];
  return cellsOf(where, packages, async () => runInChromium(chromiumPath(), await bundlePrograms(folder, packages, "page"), services));
}

async function runInWorker({ installer, folder, packages, services }: Project, workerd: Machines["workerd"]): Promise<readonly Cell[]> {
  const where = `${installer}, ${workerd.name}`;
  if ("missing" in workerd) return [{ where, what: "all packages", state: "not run", detail: workerd.missing }];
  return cellsOf(where, packages, async () => runInWorkerd(workerd.command, await bundlePrograms(folder, packages, "worker"), services));
}
