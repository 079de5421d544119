import type { ErrorDetails } from "@keywright/core";
import { KeywrightError } from "@keywright/core/client";

/** The codes of the errors that only this package throws. */
export type EventsErrorCode =
  /** The token lacks features: see `missingFeatures`. Nothing was read; request another token. */
  "missing-feature";

/** The properties of a {@link MissingFeatureError}. */
export interface MissingFeatureErrorDetails extends ErrorDetails {
  readonly missingFeatures: readonly string[];
}

/** The token lacks features that the program needs. */
export class MissingFeatureError extends KeywrightError<EventsErrorCode, MissingFeatureErrorDetails> {
  /** The features that the token lacks, in the order in which they were requested. */
  declare readonly missingFeatures: readonly string[];

  override get name(): string {
    return "MissingFeatureError";
  }
}
