import { bundlePrograms, type Form } from "./bundle.ts";
import { type Cell, cellsOf } from "./cells.ts";
import { checkCommands } from "./check-commands.ts";
import { startEmulator } from "./emulator-process.ts";
import type { Outcome, Services } from "./installed.ts";
import type { Runtime } from "./runtimes.ts";

/** The cell's words for a form, where a runtime runs more than one. */
const LABELS: { readonly [form in Form]: string } = { esm: ", ESM", cjs: ", require", page: "", worker: "" };

/**
 * Runs installed packages. Returns a cell for each form on each runtime, and for each command.
 *
 * @param project The project that they are installed in.
 */
export async function runMatrix(installer: string, project: string, names: readonly string[], runtimes: readonly Runtime[]): Promise<readonly Cell[]> {
  const { services, close } = await startEmulator(project);
  const cells: Cell[] = [];
  try {
    for (const runtime of runtimes) {
      const where = `${installer}, ${runtime.name}`;
      for (const form of runtime.forms)
        cells.push(...(await cellsOf(where + LABELS[form], "all packages", async () => runForm(project, names, form, runtime, services))));
      cells.push(...(await checkCommands(where, project, names, runtime, services)));
    }
    return cells;
  } finally {
    await close();
  }
}

/** Runs the programs in one form. Runtimes may print warnings between their outcomes. */
async function runForm(project: string, names: readonly string[], form: Form, runtime: Runtime, services: Services): Promise<readonly Outcome[]> {
  const output = await runtime.run(await bundlePrograms(project, names, form, services), services);
  const line = output.split("\n").find((candidate) => candidate.startsWith("[{"));
  if (line === undefined) throw new Error(output === "" ? "it ended without output" : output);
  return JSON.parse(line) as readonly Outcome[];
}
