/** A figure that is measured and judged. */
export interface Row {
  /** Its name for `--only`. */
  readonly name: string;
  /** A description of the comparison. */
  readonly what: string;
  /** The unit of the figure: `×` for a ratio. */
  readonly unit: string;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
  measure(surroundings: Surroundings): Promise<Measurement>;
}

/** The figure of a row. `NaN` if it could not be measured; a note has the reason. */
export interface Measurement {
  readonly figure: number;
  /** The middle half of the rounds, if there are several. */
  readonly spread?: readonly [low: number, high: number];
  /** Notes to print below the row, such as the figures of other clients. */
  readonly beside?: readonly string[];
}

export interface Surroundings {
  /** The folder with the installed packages and the programs. */
  readonly stage: string;
  /** Whether to run fewer and shorter rounds. */
  readonly quick: boolean;
}

export type Result = Omit<Row, "measure"> & Measurement;

/** Measures rows one after the other. A row that throws has no figure, and its error as a note. */
export async function measureRows(rows: readonly Row[], surroundings: Surroundings): Promise<Result[]> {
  const results: Result[] = [];
  for (const row of rows) {
    console.error(`measuring ${row.name} …`);
    results.push({ ...row, ...(await row.measure(surroundings).catch(failed)) });
  }
  return results;
}

function failed(error: unknown): Measurement {
  return { figure: Number.NaN, beside: [String(error).slice(0, 500)] };
}

/** Returns whether a figure reaches its goal. `NaN` misses every goal. */
export function isMet({ goal, figure }: Result): boolean {
  return "atMost" in goal ? figure <= goal.atMost : figure >= goal.atLeast;
}

/** Returns the table: a line for each row, and its notes below it. */
export function tableOf(results: readonly Result[]): string[] {
  const lines = results.map((result) => {
    const { name, what, goal, unit, figure, spread } = result;
    const limit = `${"atMost" in goal ? `≤ ${written(goal.atMost)}` : `≥ ${written(goal.atLeast)}`} ${unit}`;
    if (Number.isNaN(figure)) return [name, what, limit, "none", "", "failed"];
    return [name, what, limit, `${written(figure)} ${unit}`, spread?.map(written).join("–") ?? "", isMet(result) ? "met" : "short"];
  });
  const whole = [["row", "what", "goal", "figure", "middle half", "verdict"], ...lines];
  const widthOf = (column: number): number => Math.max(...whole.map((line) => line[column]?.length ?? 0));
  const texts = whole.map((line) => line.map((text, column) => text.padEnd(widthOf(column))).join("  "));
  return texts.flatMap((text, index) => [text.trimEnd(), ...(results[index - 1]?.beside ?? []).map((note) => `    ${note}`)]);
}

export function written(value: number): string {
  if (Number.isInteger(value) || Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
