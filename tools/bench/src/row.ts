/** A figure that is measured and judged. */
export interface Row {
  /** Its name for `--only`. */
  readonly name: string;
  /** A description of the comparison. */
  readonly what: string;
  /** The unit of the figure: `×` for a ratio. */
  readonly unit: string;
  readonly goal: { readonly atMost: number } | { readonly atLeast: number };
}

/** The figure of a row. */
export interface Measurement {
  readonly figure: number;
  /** The middle half of the rounds, if there are several. */
  readonly spread?: readonly [low: number, high: number];
  /** Notes to print below the row, such as the figures of other clients. */
  readonly beside?: readonly string[];
}

/** A measured row. Its figure is `NaN` if it could not be measured, and a note has the reason. */
export type Result = Row & Measurement;

/** Rows that are measured in the same rounds. */
export interface Group {
  readonly name: string;
  readonly rows: readonly Row[];
  /** Returns the measurements of the rows by name. May leave out rows that are not wanted. */
  measure(surroundings: Surroundings): Promise<{ readonly [row: string]: Measurement }>;
}

/** The context of a measurement. */
export interface Surroundings {
  /** The folder with the installed packages and the programs. */
  readonly stage: string;
  /** Whether to run fewer and shorter rounds. */
  readonly quick: boolean;
  /** Returns whether to measure a row. */
  readonly wants: (row: string) => boolean;
}
