import type { Outcome } from "./inside/run-packages.ts";

/** One cell of the matrix: a thing that was asked of the packages in one place. */
export interface Cell {
  /** Where: the installer, then what runs. */
  readonly where: string;
  readonly what: string;
  /** What was done; what went wrong; or why it cannot run here. */
  readonly state: "ok" | "red" | "not run";
  readonly detail: string;
}

/** A line for each cell, that of a red one with all it said below. */
export function printCell({ where, what, state, detail }: Cell): string {
  const [first = "", ...rest] = detail.split("\n");
  const line = `${state.padEnd(7)}  ${where.padEnd(24)}  ${what.padEnd(26)}  ${first}`.trimEnd();
  return [line, ...(state === "red" ? rest.map((more) => `         ${more}`) : [])].join("\n");
}

/** The last line: cells that could not run count neither way. */
export function summary(cells: readonly Cell[]): string {
  const run = cells.filter(({ state }) => state !== "not run");
  return `${run.length} cells, ${run.filter(({ state }) => state === "red").length} red`;
}

/** Makes a cell of what a check gives: red with the message if it throws. */
export async function cellOf(where: string, what: string, check: () => Promise<string>): Promise<Cell> {
  try {
    return { where, what, state: "ok", detail: await check() };
  } catch (error) {
    return { where, what, state: "red", detail: error instanceof Error ? error.message : String(error) };
  }
}

/** A cell for each package of a run in one place, all of them red if the whole could not run. */
export async function cellsOf(where: string, names: readonly string[], run: () => Promise<readonly Outcome[]>): Promise<readonly Cell[]> {
  let outcomes: readonly Outcome[] = [];
  const whole = await cellOf(where, "", async () => String((outcomes = await run()).length));
  if (whole.state === "red") return names.map((what) => ({ ...whole, what }));
  return outcomes.map(({ name, did, failures }) =>
    failures.length === 0 ? { where, what: name, state: "ok", detail: did } : { where, what: name, state: "red", detail: failures.join("\n") },
  );
}

/** Reads what the programs print; a runtime may add warnings of its own. */
export function readOutcomes(output: string): readonly Outcome[] {
  const line = output.split("\n").find((candidate) => candidate.startsWith("[{"));
  if (line === undefined) throw new Error(output === "" ? "it ended and said nothing" : output);
  return JSON.parse(line) as readonly Outcome[];
}
