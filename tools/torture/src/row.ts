import type { Bench } from "./bench.ts";

/** One row of the matrix. */
export interface Row {
  readonly id: string;
  /** The fault in a few words. */
  readonly fault: string;
  /** Runs it; gives the figure that it reports. */
  run(bench: Bench): Promise<string>;
}

/** How a row ended. */
export interface RowResult {
  readonly id: string;
  readonly fault: string;
  readonly runs: number;
  readonly wrong: readonly string[];
  readonly worstMs: number;
  readonly figure: string;
}
