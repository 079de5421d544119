import type { Result, Row } from "./row.ts";

/** Returns whether a figure reaches its goal. `NaN` misses every goal. */
export function isMet({ row: { goal }, measurement: { figure } }: Result): boolean {
  return "atMost" in goal ? figure <= goal.atMost : figure >= goal.atLeast;
}

/** Returns the table: a line for each row, and its notes below it. */
export function tableOf(results: readonly Result[]): string[] {
  const heads = ["row", "what", "goal", "figure", "middle half", "verdict"];
  const lines = results.map((result) => {
    const { row, measurement } = result;
    const { figure, spread } = measurement;
    const goal = `${goalOf(row)} ${row.unit}`;
    if (Number.isNaN(figure)) return [row.name, row.what, goal, "none", "", "failed"];
    return [row.name, row.what, goal, `${written(figure)} ${row.unit}`, spread?.map(written).join("–") ?? "", isMet(result) ? "met" : "short"];
  });
  const widths = heads.map((_head, column) => Math.max(...[heads, ...lines].map((line) => line[column]?.length ?? 0)));
  const [head = "", ...texts] = [heads, ...lines].map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [head, ...results.flatMap(({ measurement }, index) => [texts[index] ?? "", ...measurement.beside.map((note) => `    ${note}`)])];
}

function goalOf({ goal }: Row): string {
  return "atMost" in goal ? `≤ ${written(goal.atMost)}` : `≥ ${written(goal.atLeast)}`;
}

/** Returns a number with its significant digits only. */
function written(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
