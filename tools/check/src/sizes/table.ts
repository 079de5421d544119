/** One line of the table. */
export interface Row {
  readonly what: string;
  /** Bytes of the minified bundle by gzip. */
  readonly size: number;
  readonly budget: number;
}

/** Whether a row is heavier than it may be. */
export function isOver({ size, budget }: Row): boolean {
  return size > budget;
}

/** Returns a table with the size and the budget of each row. */
export function tableOf(title: string, rows: readonly Row[]): string[] {
  const width = Math.max(title.length, ...rows.map(({ what }) => what.length));
  const line = (what: string, ...cells: readonly (string | number)[]): string => what.padEnd(width) + cells.map((cell) => String(cell).padStart(12)).join("");
  return [
    line(title, "min + gzip", "budget"),
    ...rows.map((row) => line(row.what, row.size, row.budget) + (isOver(row) ? `  over by ${row.size - row.budget}` : "")),
  ];
}
