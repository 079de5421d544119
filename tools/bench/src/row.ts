/** What a figure should reach. */
export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** A figure that is measured and judged. */
export interface Row {
  /** As `--only` takes it. */
  readonly name: string;
  /** What is compared, in words. */
  readonly what: string;
  /** What stands behind the figure: `×` for a ratio, else a unit. */
  readonly unit: string;
  readonly goal: Goal;
}

/** What was measured. */
export interface Measurement {
  readonly figure: number;
  /** The middle half of the rounds, where there were several. */
  readonly spread?: readonly [low: number, high: number];
  /** What was seen beside it, such as peers, as short texts. */
  readonly beside?: readonly string[];
}

/** A row with its measurement, or with the reason that there is none. */
export interface Result {
  readonly row: Row;
  readonly measurement: Measurement | { readonly failed: string };
}

/** Rows that are measured together, because they share their rounds. */
export interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Measures them, by name; a row that is not asked for may be left out. */
  measure(surroundings: Surroundings): Promise<{ readonly [row: string]: Measurement }>;
}

/** What a group measures with. */
export interface Surroundings {
  /** The folder with the packages as their users get them, and the programs. */
  readonly stage: string;
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Whether a row was asked for. */
  readonly wants: (row: string) => boolean;
}

export function judge({ row: { goal }, measurement }: Result): "met" | "short" | "failed" {
  if ("failed" in measurement) return "failed";
  // A figure that is no number reaches nothing.
  return ("atMost" in goal ? measurement.figure <= goal.atMost : measurement.figure >= goal.atLeast) ? "met" : "short";
}
