import { runCommand } from "@keywright/tool-test-kit/command/run-command";
import { bundlePrograms, type Form } from "./bundle.ts";
import { type Cell, cellsOf } from "./cells.ts";
import { checkCommands } from "./check-commands.ts";
import { checkTypes } from "./check-types.ts";
import { startEmulator } from "./emulator-process.ts";
import { type InstalledPackage, entriesOf, readInstalled } from "./installed.ts";
import { runInChromium } from "./run-chromium.ts";
import { runInWorkerd } from "./run-workerd.ts";
import type { MissingRuntime, Runtime } from "./runtimes.ts";

/** The runtimes and compilers of the matrix. */
export interface Machines {
  readonly commands: readonly (Runtime | MissingRuntime)[];
  readonly chromium: Runtime | MissingRuntime;
  readonly workerd: Runtime | MissingRuntime;
  /** The package.json of each compiler. */
  readonly compilers: readonly string[];
}

/**
 * Runs all checks of installed packages. Returns a cell for each check in each environment.
 *
 * @param folder The project that they are installed in.
 */
export async function runMatrix(
  installer: string,
  folder: string,
  names: readonly string[],
  { commands, chromium, workerd, compilers }: Machines,
): Promise<readonly Cell[]> {
  const packages = await readInstalled(folder, names);
  const { services, close } = await startEmulator(folder);
  const cells = withoutProgram(installer, packages);
  const add = async (runtime: Runtime | MissingRuntime, run: (where: string, runtime: Runtime) => Promise<readonly Cell[]>): Promise<void> => {
    const where = `${installer}, ${runtime.name}`;
    cells.push(...("missing" in runtime ? [{ where, what: "all packages", state: "not run" as const, detail: runtime.missing }] : await run(where, runtime)));
  };
  const bundle = (form: Form): Promise<string> => bundlePrograms(folder, packages, form, services);
  try {
    cells.push(...(await checkTypes(installer, folder, names, compilers)));
    const forms = { ESM: await bundle("esm"), require: await bundle("cjs") };
    for (const each of commands) {
      await add(each, async (where, runtime) => {
        const { command, parameters } = runtime;
        const run = async (file: string): Promise<string> => (await runCommand(command, [...parameters, file], { folder, timeoutMs: 60_000 })).output;
        const [esm, cjs] = [await cellsOf(`${where}, ESM`, names, () => run(forms.ESM)), await cellsOf(`${where}, require`, names, () => run(forms.require))];
        return [...esm, ...cjs, ...(await checkCommands(where, packages, runtime, services))];
      });
    }
    await add(chromium, (where, { command }) =>
      cellsOf(where, names, async () => runInChromium(command, await bundle("page"), `${services.vault.baseUrl}/heartbeat`)),
    );
    await add(workerd, (where, { command }) => cellsOf(where, names, async () => runInWorkerd(command, await bundle("worker"))));
    return cells;
  } finally {
    await close();
  }
}

/** Returns a red cell for each package with entries that no program uses. */
function withoutProgram(installer: string, packages: readonly InstalledPackage[]): Cell[] {
  const unused = packages.filter(({ manifest, programs }) => programs.length === 0 && entriesOf(manifest).includes(manifest.name));
  return unused.map(({ manifest: { name } }) => {
    const program = `tools/consumers/src/packages/inside/programs/${name.split("/").at(-1)}.ts`;
    return { where: installer, what: name, state: "red", detail: `it has no program; write ${program} that uses it like a user` };
  });
}
