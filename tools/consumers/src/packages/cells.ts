import type { Outcome } from "./inside/run-packages.ts";

/** One cell of the matrix: one check in one environment. */
export interface Cell {
  /** The environment: the installer, then the runtime. */
  readonly where: string;
  readonly what: string;
  /** The result, the error, or the reason why the check cannot run. */
  readonly state: "ok" | "red" | "not run";
  readonly detail: string;
}

/** Returns the line of a cell, with the whole error below it if it is red. */
export function printCell({ where, what, state, detail }: Cell): string {
  const [first = "", ...rest] = detail.split("\n");
  const line = `${state.padEnd(7)}  ${where.padEnd(24)}  ${what.padEnd(26)}  ${first}`.trimEnd();
  return [line, ...(state === "red" ? rest.map((more) => `         ${more}`) : [])].join("\n");
}

/** Returns the last line. Cells that could not run do not count. */
export function summary(cells: readonly Cell[]): string {
  const run = cells.filter(({ state }) => state !== "not run");
  return `${run.length} cells, ${run.filter(({ state }) => state === "red").length} red`;
}

/** Returns the cells of a check. If it throws, it has a red cell with the message for each of these names. */
export async function cellsOr(where: string, names: readonly string[], check: () => Promise<readonly Cell[]>): Promise<readonly Cell[]> {
  try {
    return await check();
  } catch (error) {
    return names.map((what) => ({ where, what, state: "red", detail: error instanceof Error ? error.message : String(error) }));
  }
}

/** Returns the cell of a check; it is red, with the message, if the check throws. */
export async function cellOf(where: string, what: string, check: () => Promise<string>): Promise<Cell> {
  const [cell] = await cellsOr(where, [what], async () => [{ where, what, state: "ok", detail: await check() }]);
  return cell as Cell;
}

/**
 * Returns a cell for each package of a run in one environment. All are red if the run fails as a whole.
 *
 * @param run Runs the programs and returns their output.
 */
export async function cellsOf(where: string, names: readonly string[], run: () => Promise<string>): Promise<readonly Cell[]> {
  return cellsOr(where, names, async () =>
    readOutcomes(await run()).map(({ name, did, failures }) =>
      failures.length === 0 ? { where, what: name, state: "ok", detail: did } : { where, what: name, state: "red", detail: failures.join("\n") },
    ),
  );
}

/** Reads the output of the programs, in which runtimes may print warnings. */
export function readOutcomes(output: string): readonly Outcome[] {
  const line = output.split("\n").find((candidate) => candidate.startsWith("[{"));
  if (line === undefined) throw new Error(output === "" ? "it ended without output" : output);
  return JSON.parse(line) as readonly Outcome[];
}
