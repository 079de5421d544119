import type { MovedRow } from "./moved.ts";
import type { RowResult } from "./row.ts";

/** How many wrong runs are told of, of each row. */
const SHOWN = 5;
const WIDTHS = { id: 8, fault: 66, count: 6, worst: 10 };

/** Prints what carries the requests of the rows below, and what their columns are. */
export function printHeader(transport: string): void {
  console.log(`transport: ${transport}`);
  console.log(line("row", "fault", "runs", "wrong", "worst ms", "figure"));
}

/** Prints a row and, where it is wrong, why. */
export function printResult({ id, fault, runs, wrong, worstMs, figure }: RowResult): void {
  console.log(line(id, fault, String(runs), String(wrong.length), String(Math.ceil(worstMs)), figure));
  for (const reason of wrong.slice(0, SHOWN)) console.log(`        WRONG ${reason}`);
  if (wrong.length > SHOWN) console.log(`        and ${wrong.length - SHOWN} more`);
}

/** Prints a row that runs elsewhere, and where. */
export function printMoved({ id, fault, mutants }: MovedRow): void {
  console.log(line(id, fault, "-", "-", "-", `simulation: ${mutants.join(", ")}`));
}

function line(id: string, fault: string, runs: string, wrong: string, worst: string, figure: string): string {
  return `${id.padEnd(WIDTHS.id)}${fault.padEnd(WIDTHS.fault)}${runs.padStart(WIDTHS.count)}${wrong.padStart(WIDTHS.count + 1)}${worst.padStart(WIDTHS.worst)}  ${figure}`;
}
