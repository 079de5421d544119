import type { Limit } from "./budgets.ts";
import type { Size } from "./measure.ts";

/** One line of the table. */
export interface Row extends Limit {
  readonly what: string;
  /** The bytes that count; of the bundle beyond another, where it is told so. */
  readonly size: Size;
}

/** Whether a row is heavier than it may be. */
export function isOver({ size, budget }: Row): boolean {
  return budget !== undefined && size.gzip > budget;
}

/** A table for people: bytes by gzip, budget, and minified bytes. */
export function printTable(title: string, rows: readonly Row[]): string {
  const width = Math.max(title.length, ...rows.map(({ what }) => what.length));
  return [
    `${title.padEnd(width)}${cells(["min + gzip", "budget", "minified"])}`,
    ...rows.map((row) => {
      const columns = cells([String(row.size.gzip), row.budget === undefined ? "" : String(row.budget), String(row.size.minified)]);
      return `${row.what.padEnd(width)}${columns}${remark(row)}`;
    }),
  ].join("\n");
}

function remark(row: Row): string {
  const { size, budget = 0 } = row;
  return isOver(row) ? `  over by ${size.gzip - budget}` : "";
}

function cells(columns: readonly string[]): string {
  return columns.map((column) => column.padStart(12)).join("");
}
