import type { Size } from "./measure.ts";

/** One line of the table. */
export interface Row {
  readonly what: string;
  /** The bytes that count; of the bundle beyond another, where it is told so. */
  readonly size: Size;
  /** The most bytes that it may have by gzip. Absent where it is only looked at. */
  readonly budget?: number;
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
      return `${row.what.padEnd(width)}${columns}${isOver(row) ? `  over by ${row.size.gzip - (row.budget ?? 0)}` : ""}`;
    }),
  ].join("\n");
}

function cells(columns: readonly string[]): string {
  return columns.map((column) => column.padStart(12)).join("");
}
