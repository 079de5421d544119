/** The emulator broke its own contract, or a handler threw: our mistake, never the client's. */
export class EmulatorDefect extends Error {
  override readonly name = "EmulatorDefect";
  /** The operation, where one was found. */
  readonly operationId: string | undefined;
  /** What broke, a line each. */
  readonly issues: readonly string[];

  constructor(operationId: string | undefined, issues: readonly string[], cause?: unknown) {
    super(`the emulator broke ${operationId ?? "before an operation was found"}: ${issues.join("; ")}`, { cause });
    this.operationId = operationId;
    this.issues = issues;
  }
}

/** Says on standard error what broke: loud, and the emulator goes on. */
export function reportDefect(defect: EmulatorDefect): void {
  process.stderr.write(`${defect.message}\n${defect.cause instanceof Error ? `${defect.cause.stack ?? ""}\n` : ""}`);
}
