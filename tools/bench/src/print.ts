import type { Result } from "./row.ts";

/** Returns whether a figure reaches its goal. `NaN` misses every goal. */
export function isMet({ goal, figure }: Result): boolean {
  return "atMost" in goal ? figure <= goal.atMost : figure >= goal.atLeast;
}

/** Returns the table: a line for each row, and its notes below it. */
export function tableOf(results: readonly Result[]): string[] {
  const heads = ["row", "what", "goal", "figure", "middle half", "verdict"];
  const lines = results.map((result) => {
    const { name, what, goal, unit, figure, spread } = result;
    const limit = "atMost" in goal ? `≤ ${written(goal.atMost)}` : `≥ ${written(goal.atLeast)}`;
    if (Number.isNaN(figure)) return [name, what, `${limit} ${unit}`, "none", "", "failed"];
    return [name, what, `${limit} ${unit}`, `${written(figure)} ${unit}`, spread?.map(written).join("–") ?? "", isMet(result) ? "met" : "short"];
  });
  const widths = heads.map((_head, column) => Math.max(...[heads, ...lines].map((line) => line[column]?.length ?? 0)));
  const [head = "", ...texts] = [heads, ...lines].map((line) =>
    line
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return [head, ...results.flatMap(({ beside = [] }, index) => [texts[index] ?? "", ...beside.map((note) => `    ${note}`)])];
}

/** Returns a number with its significant digits only. */
function written(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
