/** A defect of the emulator: a response breaks the contract, or a handler threw. */
export class EmulatorDefect extends Error {
  override readonly name = "EmulatorDefect";
  /** The operation, if one was found. */
  readonly operationId: string | undefined;
  /** The problems. */
  readonly issues: readonly string[];

  constructor(operationId: string | undefined, issues: readonly string[], cause?: unknown) {
    super(`defect of the emulator in ${operationId ?? "an unknown operation"}: ${issues.join("; ")}`, { cause });
    this.operationId = operationId;
    this.issues = issues;
  }
}

/** Writes a defect to standard error. The emulator continues. */
export function reportDefect(defect: EmulatorDefect): void {
  // oxlint-disable-next-line no-console -- a browser has no standard error
  console.error(defect.cause instanceof Error ? `${defect.message}\n${defect.cause.stack ?? ""}` : defect.message);
}
