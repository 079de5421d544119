import type { Cell } from "./cells.ts";
import type { Outcome } from "./inside/run-packages.ts";
import type { InstalledPackage } from "./installed.ts";

/** What is asked of each package in one place: a cell for each, all of them red where the whole could not run. */
export async function cellsOf(where: string, packages: readonly InstalledPackage[], run: () => Promise<readonly Outcome[]>): Promise<readonly Cell[]> {
  try {
    return (await run()).map(({ name, did, failures }) =>
      failures.length === 0 ? { where, what: name, state: "ok", detail: did } : { where, what: name, state: "red", detail: failures.join("\n") },
    );
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return packages.map(({ manifest }) => ({ where, what: manifest.name, state: "red", detail }));
  }
}

/** Reads what the programs print; a runtime may add warnings of its own. */
export function readOutcomes(output: string): readonly Outcome[] {
  const line = output.split("\n").find((candidate) => candidate.startsWith("[{"));
  if (line === undefined) throw new Error(output === "" ? "it ended and said nothing" : output);
  return JSON.parse(line) as readonly Outcome[];
}
