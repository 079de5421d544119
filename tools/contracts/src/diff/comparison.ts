import type { Contract } from "@keywright/tool-contract";
import type { Report } from "./change.ts";
import type { Direction } from "./effect.ts";

/** What two schemas are compared for. */
export interface Comparison {
  readonly before: Contract;
  readonly after: Contract;
  readonly direction: Direction;
  readonly report: Report;
  /** The pairs that are being compared further out: a schema may contain itself. */
  readonly open: readonly (readonly [unknown, unknown])[];
}
