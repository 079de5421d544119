import type { Size } from "./measure.ts";

/** One line of the table. */
export interface Row {
  readonly what: string;
  readonly size: Size;
  readonly budget: number;
}

/** Whether a row is heavier than it may be. */
export function isOver({ size, budget }: Row): boolean {
  return size.gzip > budget;
}

/** A table for people: bytes by gzip, budget, and minified bytes. */
export function printTable(title: string, rows: readonly Row[]): string {
  const width = Math.max(title.length, ...rows.map(({ what }) => what.length));
  const line = (what: string, ...cells: readonly string[]): string => what.padEnd(width) + cells.map((cell) => cell.padStart(12)).join("");
  return [
    line(title, "min + gzip", "budget", "minified"),
    ...rows.map((row) => {
      const { what, size, budget } = row;
      return line(what, String(size.gzip), String(budget), String(size.minified)) + (isOver(row) ? `  over by ${size.gzip - budget}` : "");
    }),
  ].join("\n");
}
