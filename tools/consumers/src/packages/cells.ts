/** One cell of the matrix: one check in one environment. */
export interface Cell {
  /** The environment: the installer, then the runtime. */
  readonly where: string;
  readonly what: string;
  /** The result, the error, or the reason why the check cannot run. */
  readonly state: "ok" | "red" | "not run";
  readonly detail: string;
}

/** A check cannot run on this machine. */
export class NotRun extends Error {}

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

/** Returns the cells of a check, or of its summary, or of its error with this name. */
export async function cellsOf(where: string, what: string, check: () => Promise<string | readonly Omit<Cell, "where">[]>): Promise<readonly Cell[]> {
  try {
    const result = await check();
    return typeof result === "string" ? [{ where, what, state: "ok", detail: result }] : result.map((cell) => ({ where, ...cell }));
  } catch (error) {
    return [{ where, what, state: error instanceof NotRun ? "not run" : "red", detail: error instanceof Error ? error.message : String(error) }];
  }
}
