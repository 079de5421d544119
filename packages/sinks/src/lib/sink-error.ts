/** What a sink does after an error of its target. */
export type SinkErrorCode =
  /** The target cannot take events now. They are written again after a wait. */
  | "unavailable"
  /** The target rejects the content of an event. The event is found and becomes a dead letter. */
  | "rejected"
  /** The target rejects an event, and the sink has no `deadLetter`. The batch fails. */
  | "no-dead-letter";

/** The properties of a {@link SinkError}. */
export interface SinkErrorDetails {
  /** How long the target asks to wait, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  readonly cause?: unknown;
}

/** Why a target took no events. Only its `cause`, your client's error, can quote an event. */
export class SinkError extends Error {
  readonly code: SinkErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: SinkErrorCode, message: string, { retryAfterMs, cause }: SinkErrorDetails = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }

  override get name(): string {
    return "SinkError";
  }
}

/** Whether an error is a {@link SinkError}, of this code if one is given. */
export function isSinkError(error: unknown, code?: SinkErrorCode): error is SinkError {
  // By name, because `instanceof` only knows one copy of this package.
  return error instanceof Error && error.name === "SinkError" && (code === undefined || Reflect.get(error, "code") === code);
}
