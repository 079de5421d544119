import type { ErrorDetails } from "@keywright/core";
import { KeywrightError } from "@keywright/core/client";

/** The codes of the errors that only this package throws. */
export type ManagementErrorCode =
  /** A helper searched by name and found no match. The message says where it searched. */
  | "not-found"
  /** A helper found several matches for a name: see `candidates`, and use an id instead. */
  | "ambiguous";

/** The properties of a {@link LookupError}. */
export interface LookupErrorDetails extends ErrorDetails {
  readonly candidates?: readonly string[];
}

/** A search by name did not find exactly one match. */
export class LookupError extends KeywrightError<ManagementErrorCode, LookupErrorDetails> {
  /** The ids of all matches, in the service's order; empty if there are none. */
  declare readonly candidates: readonly string[];

  constructor(code: ManagementErrorCode, problem: string, details?: LookupErrorDetails) {
    super(code, problem, { ...details, candidates: details?.candidates ?? [] });
  }

  override get name(): string {
    return "LookupError";
  }
}
