import { type Clock, retryDelay } from "../clock.ts";
import { isApiError, isKeywrightError } from "../errors.ts";
import { isTemporary } from "../helpers/temporary.ts";

/** How a turn ended. */
export type TurnEnd =
  | { readonly type: "caught-up"; readonly events: number }
  /** It was over before it caught up. */
  | { readonly type: "more"; readonly delayMs?: number }
  /** The worker stops, which is no result of the stream. */
  | { readonly type: "stopped" }
  | { readonly type: "failed"; readonly events: number; readonly error: unknown };

/** What the table keeps of a stream for its schedule. */
export interface Schedule {
  /** Turns without events in a row. */
  readonly idle: number;
  /** Failed turns in a row. */
  readonly failures: number;
}

/** The next turn of a stream. */
export interface NextTurn extends Schedule {
  readonly delayMs: number;
  /** How long the service asks all streams of the account to wait. */
  readonly accountDelayMs: number;
}

const HOUR_MS = 3_600_000;
const MAX_UNAVAILABLE_MS = 5000;
const MAX_DOUBLED = 30;

/** Returns when a stream has its next turn. */
export function nextTurn(
  { idle, failures }: Schedule,
  end: TurnEnd,
  { clock, intervalMs, maxIntervalMs }: { readonly clock: Clock; readonly intervalMs: number; readonly maxIntervalMs: number },
): NextTurn {
  const none = { accountDelayMs: 0 };
  switch (end.type) {
    case "more":
      return { ...none, delayMs: end.delayMs ?? 0, idle: 0, failures: 0 };
    case "stopped":
      return { ...none, delayMs: 0, idle, failures };
    case "caught-up": {
      const quiet = end.events > 0 ? 0 : Math.min(idle + 1, MAX_DOUBLED);
      // Up to a fifth less, so that streams that were added together do not stay together.
      const delayMs = Math.max(intervalMs, Math.min(maxIntervalMs, intervalMs * 2 ** quiet)) * (1 - clock.random() / 5);
      return { ...none, delayMs, idle: quiet, failures: 0 };
    }
    case "failed": {
      const inRow = end.events > 0 ? 1 : failures + 1;
      if (isRejected(end.error)) return { ...none, delayMs: HOUR_MS, idle: 0, failures: inRow };
      const askedMs = isApiError(end.error) ? (end.error.retryAfterMs ?? 0) : 0;
      // Postgres failed, and not the stream.
      const maxMs = isKeywrightError(end.error, "checkpoint-unavailable") ? MAX_UNAVAILABLE_MS : maxIntervalMs;
      const delayMs = retryDelay(clock, inRow, maxMs, askedMs);
      // The other streams do not wait for the failures of this one.
      return { delayMs, accountDelayMs: Math.min(askedMs, HOUR_MS), idle: 0, failures: inRow };
    }
  }
}

/** Whether a service rejects the credentials, or the token lacks a permission. */
export function isRejected(error: unknown): boolean {
  if (isApiError(error)) return error.status === 401 || error.status === 403;
  return isKeywrightError(error, "missing-feature") || (isKeywrightError(error) && error.name === "TokenError" && !isTemporary(error));
}
