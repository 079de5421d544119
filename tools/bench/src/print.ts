import { type Goal, judge, type Result } from "./row.ts";

/** Returns the table: a line for each row, and its notes below it. */
export function tableOf(results: readonly Result[]): string[] {
  const cells = results.map((result) => {
    const { row, measurement } = result;
    const { figure, range } =
      "failed" in measurement
        ? { figure: "none", range: "" }
        : { figure: `${written(measurement.figure)} ${row.unit}`, range: measurement.spread === undefined ? "" : measurement.spread.map(written).join("–") };
    const beside = "failed" in measurement ? [measurement.failed] : (measurement.beside ?? []);
    return { line: [row.name, row.what, `${goalOf(row.goal)} ${row.unit}`, figure, range, judge(result)], beside };
  });
  const heads = ["row", "what", "goal", "figure", "middle half", "verdict"];
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map(({ line }) => line[column]?.length ?? 0)));
  const lineOf = (texts: readonly string[]): string =>
    texts
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  return [lineOf(heads), ...cells.flatMap(({ line, beside }) => [lineOf(line), ...beside.map((text) => `    ${text}`)])];
}

/** Returns the last line, and the number of rows that missed their goal or failed. */
export function summaryOf(results: readonly Result[]): { readonly line: string; readonly short: number } {
  const short = results.filter((result) => judge(result) !== "met").length;
  return { line: `${results.length} rows, ${short} short of their goal`, short };
}

/** Returns the results as JSON: the table and the numbers that it is made from. */
export function jsonOf(results: readonly Result[], about: { readonly [name: string]: unknown }): string {
  const rows = results.map((result) => ({ ...result.row, ...result.measurement, verdict: judge(result) }));
  return `${JSON.stringify({ ...about, rows }, null, 2)}\n`;
}

function goalOf(goal: Goal): string {
  return "atMost" in goal ? `≤ ${written(goal.atMost)}` : `≥ ${written(goal.atLeast)}`;
}

/** Returns a number with its significant digits only. */
function written(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
