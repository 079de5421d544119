/** What a row found. */
export interface Found {
  /** Events that were sent and never came. */
  readonly lost: number;
  /** What else is not as it must be, a line each. */
  readonly wrong: readonly string[];
  /** The figures that it is told by. */
  readonly figure: string;
}

/** What each row is lent. */
export interface Bench {
  /** A folder of its own, which goes with the row. */
  readonly folder: string;
  /** A number from 0 to 1, 1 excluded; the same ones for the same seed. */
  readonly random: () => number;
  /** The bundled file of a program in `children`, or of `keywright-tail`. */
  readonly program: (name: ProgramName) => string;
}

/** The programs that rows start. */
export type ProgramName = "follow" | "save" | "stand-by" | "take" | "tail";

/** One row of the matrix. */
export interface Row {
  readonly id: string;
  readonly what: string;
  /** What it needs besides Node: `root`, `postgres`, or a command. */
  readonly needs: readonly string[];
  readonly run: (bench: Bench) => Promise<Found>;
}
