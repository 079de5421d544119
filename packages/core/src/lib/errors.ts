import type { AnyErrorCode, Outcome, StopReason } from "./error-codes.ts";
import type { Challenge, ResponseHeaders } from "./http.ts";

/** Marks the errors of every copy of these packages, because `instanceof` only knows one copy. */
const MARK: unique symbol = Symbol.for("keywright.error");

/** Properties that are not enumerable, because logs must not show them. */
const HIDDEN = /^(name|problem|advice|expected|challenges|body|headers|excerpt|resumeAt)$/;

/** Properties that an error does not have, rather than have empty. */
const OPTIONAL = /^(option|expected|advice|stopReason)$/;

/** The properties of any error, in addition to its code and its message. */
export interface ErrorDetails {
  /** The `operationId` of the operation that failed; absent if no operation was called. */
  readonly operationId?: string | undefined;
  readonly cause?: unknown;
  /** The name of the option that is invalid, or that would fix the error. */
  readonly option?: string | undefined;
  /** The expected value of the option or argument, in words. Not enumerable. */
  readonly expected?: string | undefined;
  /** What to do: the end of the message. Not enumerable. */
  readonly advice?: string | undefined;
  /** The function that found the problem: the beginning of the message. */
  readonly by?: string | undefined;
}

/**
 * The base class of every error that Keywright throws. If the caller aborts, the call throws the
 * signal's own reason instead.
 *
 * Errors are safe to log: the message and the enumerable properties contain no token, secret,
 * request body or response body.
 */
export class KeywrightError<Code extends string = AnyErrorCode, Details extends ErrorDetails = ErrorDetails> extends Error {
  declare readonly code: Code;
  declare readonly operationId: string | undefined;
  /** The option that is invalid, or that would fix the error; absent if there is none. */
  declare readonly option?: string;
  /** The expected value in words; absent if no value was invalid. Not enumerable. */
  declare readonly expected?: string;
  /** What happened: the message without function and advice. Not enumerable. */
  declare readonly problem: string;
  /** What to do: the end of the message; absent if there is no advice. Not enumerable. */
  declare readonly advice?: string;
  /** The number of attempts; absent if no request was sent. */
  declare readonly attempts?: number;
  /** Why the call was not retried; absent if no request was sent. */
  declare readonly stopReason?: StopReason;
  /**
   * For a list: the position after the last returned page, to continue from with the same method;
   * absent at the beginning. Not enumerable, because it may be a secret.
   */
  declare readonly resumeAt?: unknown;

  /**
   * @param problem What happened. The message is `by`, this text and `advice`, with colons between.
   * @param details The properties of the error.
   */
  constructor(code: Code, problem: string, details?: Details) {
    const { cause, by, ...members }: ErrorDetails = details ?? {};
    super([by, problem, members.advice].filter(Boolean).join(": "), cause === undefined ? undefined : { cause });
    Object.defineProperty(this, MARK, { value: true });
    note(this, { name: this.name, code, operationId: undefined, problem, ...members });
  }
}

/** An option is invalid or missing. Thrown before any I/O. */
export class ConfigurationError extends KeywrightError<"invalid-configuration" | "missing-token"> {
  override get name(): string {
    return "ConfigurationError";
  }
}

/** The properties of an {@link ArgumentError}. */
export interface ArgumentErrorDetails extends ErrorDetails {
  readonly argument: string | undefined;
}

/** An argument does not match the contract. Thrown before any I/O. */
export class ArgumentError extends KeywrightError<"invalid-argument", ArgumentErrorDetails> {
  /**
   * The path in the input, such as `limit` or `body.fields[0].recipe.length`; `undefined` for the
   * whole input.
   */
  declare readonly argument: string | undefined;

  override get name(): string {
    return "ArgumentError";
  }
}

/** The properties of a {@link TokenError}. */
export interface TokenErrorDetails extends ErrorDetails {
  readonly oauthError?: string | undefined;
  readonly status?: number | undefined;
  readonly challenges?: readonly Challenge[];
}

/** The codes of a {@link TokenError}. */
export type TokenErrorCode = "invalid-token" | "no-token";

/** No usable token is available. It is missing or invalid. */
export class TokenError extends KeywrightError<TokenErrorCode, TokenErrorDetails> {
  /** The endpoint's `error`, such as `invalid_client` (RFC 6749 §5.2); `undefined` if none. */
  declare readonly oauthError: string | undefined;
  /** The HTTP status of the token endpoint; `undefined` if it did not respond. */
  declare readonly status: number | undefined;
  /** The challenges (`WWW-Authenticate`) of a rejected token (401), or empty. Not enumerable. */
  declare readonly challenges: readonly Challenge[];

  constructor(code: TokenErrorCode, problem: string, details?: TokenErrorDetails) {
    super(code, problem, { oauthError: undefined, status: undefined, challenges: [], ...details });
  }

  override get name(): string {
    return "TokenError";
  }
}

/** The properties of a {@link ConnectionError}. */
export interface ConnectionErrorDetails extends ErrorDetails {
  readonly outcome: Outcome;
}

/** No HTTP response arrived. */
export class ConnectionError extends KeywrightError<"connection-failed" | "untrusted-connection", ConnectionErrorDetails> {
  /** Whether the service may have received the request. */
  declare readonly outcome: Outcome;

  override get name(): string {
    return "ConnectionError";
  }
}

/** The properties of a {@link TimeoutError}. */
export interface TimeoutErrorDetails extends ConnectionErrorDetails {
  readonly timeoutMs: number;
}

/** No complete response arrived in time. */
export class TimeoutError extends KeywrightError<"timeout", TimeoutErrorDetails> {
  /** The time limit that was exceeded, in milliseconds. */
  declare readonly timeoutMs: number;
  /** Whether the service may have received the request. */
  declare readonly outcome: Outcome;

  override get name(): string {
    return "TimeoutError";
  }
}

/** The properties of an {@link ApiError}. */
export interface ApiErrorDetails<Body = unknown> extends ErrorDetails {
  readonly status: number;
  readonly headers: ResponseHeaders;
  readonly body: Body;
  readonly traceId?: string | undefined;
  readonly fieldErrors?: { readonly [field: string]: readonly string[] } | undefined;
  readonly serviceCode?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly challenges?: readonly Challenge[];
}

/** The service returned an error or a redirect. Logs show neither `body` nor `headers`. */
export class ApiError<Body = unknown> extends KeywrightError<"api-error" | "redirect-refused", ApiErrorDetails<Body>> {
  /** The HTTP status, such as 404. */
  declare readonly status: number;
  /** The service's id of the failure, for a support request; absent if the response has none. */
  declare readonly traceId: string | undefined;
  /** The error messages by field; absent if the response has none. */
  declare readonly fieldErrors: { readonly [field: string]: readonly string[] } | undefined;
  /** The service's own code, if the contract has a place for it (`x-error`); absent if none. */
  declare readonly serviceCode?: string;
  /** The wait of `Retry-After` in milliseconds; absent if there is none. */
  declare readonly retryAfterMs: number | undefined;
  /**
   * The challenges of `WWW-Authenticate`, such as `invalid_token`; empty if missing or malformed.
   * Not enumerable.
   */
  declare readonly challenges: readonly Challenge[];
  /** The body: JSON as a value, else text; `undefined` if there was none. Not enumerable. */
  declare readonly body: Body;
  /** The headers of the response. Not enumerable. */
  declare readonly headers: ResponseHeaders;

  constructor(code: "api-error" | "redirect-refused", problem: string, details: ApiErrorDetails<Body>) {
    super(code, problem, { challenges: [], ...details });
  }

  override get name(): string {
    return "ApiError";
  }
}

/** The codes of an {@link InvalidResponseError}. */
export type InvalidResponseCode = "unexpected-content" | "truncated-response" | "response-too-large" | "malformed-response";

/** The properties of an {@link InvalidResponseError}. */
export interface InvalidResponseErrorDetails extends ErrorDetails {
  readonly status: number;
  readonly excerpt?: string | undefined;
}

/** A success response does not match the contract. It is cut off, too large or malformed. */
export class InvalidResponseError extends KeywrightError<InvalidResponseCode, InvalidResponseErrorDetails> {
  declare readonly status: number;
  /**
   * The first 1 KiB of the response without what looks like a secret; absent if of no help. Not
   * enumerable.
   */
  declare readonly excerpt: string | undefined;

  override get name(): string {
    return "InvalidResponseError";
  }
}

/** The codes of a {@link PaginationError}. */
export type PaginationCode = "missing-position" | "foreign-position" | "position-repeated" | "too-many-items" | "position-too-long" | "no-progress";

/** A list cannot be continued. */
export class PaginationError extends KeywrightError<PaginationCode> {
  override get name(): string {
    return "PaginationError";
  }
}

/** A write that a dry run did not send. */
export interface PlannedRequest {
  readonly method: string;
  readonly path: string;
  /** The JSON body, with `[secret]` in the place of its secrets; `undefined` if there is none. */
  readonly body: unknown;
}

/** The properties of a {@link DryRunError}. */
export interface DryRunErrorDetails extends ErrorDetails {
  readonly request: PlannedRequest;
}

/** The middleware `dryRun` stopped a write. */
export class DryRunError extends KeywrightError<"dry-run", DryRunErrorDetails> {
  /** The request that was not sent, without its secrets. */
  declare readonly request: PlannedRequest;

  override get name(): string {
    return "DryRunError";
  }
}

/** The codes of a {@link CheckpointError}. */
export type CheckpointCode = "checkpoint-damaged" | "checkpoint-foreign" | "checkpoint-owned" | "checkpoint-lost" | "checkpoint-unavailable" | "cursor-refused";

/** The properties of a {@link CheckpointError}. */
export interface CheckpointErrorDetails extends ErrorDetails {
  readonly retryAfterMs?: number;
}

/** A feed cannot use its checkpoint. Events are only acknowledged after their position is saved. */
export class CheckpointError extends KeywrightError<CheckpointCode, CheckpointErrorDetails> {
  /**
   * The milliseconds until an attempt may succeed: with `checkpoint-owned` until the lease ends
   * unless renewed, with `checkpoint-unavailable` 0. Absent if waiting does not help.
   */
  declare readonly retryAfterMs?: number;

  override get name(): string {
    return "CheckpointError";
  }
}

/**
 * Whether a value is an error of Keywright, including one from another copy of these packages.
 *
 * @param error Any caught value.
 * @param code The code to match; any code if omitted.
 */
export function isKeywrightError<Code extends string = AnyErrorCode>(error: unknown, code?: Code): error is KeywrightError<Code> {
  const { [MARK]: isMarked, code: own } = Object(error) as { readonly [MARK]?: true; readonly code?: unknown };
  return isMarked === true && (code === undefined || own === code);
}

/**
 * Whether a value is an {@link ApiError}, including one from another copy of these packages.
 *
 * @param error Any caught value.
 * @param status The status to match; any status if omitted.
 */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return isKeywrightError(error) && error.name === "ApiError" && (status === undefined || (error as ApiError).status === status);
}

/** Whether an error is a TokenError, including one from another copy of these packages. */
export function isTokenError(error: KeywrightError): error is TokenError {
  return error.name === "TokenError";
}

// RFC 9110 §15.4: 304 needs a condition, which no request has. Browsers report 0 for a redirect.
const REDIRECTS = [0, 300, 301, 302, 303, 305, 307, 308];

/** Whether a status leads to another address. */
export function isRedirect(status: number): boolean {
  return REDIRECTS.includes(status);
}

/** Returns the error code of a status that is not a success. */
export function apiErrorCode(status: number): "api-error" | "redirect-refused" {
  return isRedirect(status) ? "redirect-refused" : "api-error";
}

/** Adds later properties, such as `attempts`, to a Keywright error. Others stay unchanged. */
export function note(error: unknown, members: { readonly [name: string]: unknown }): unknown {
  if (isKeywrightError(error))
    for (const [name, value] of Object.entries(members))
      if (value || !OPTIONAL.test(name)) Object.defineProperty(error, name, { value, enumerable: !HIDDEN.test(name), configurable: true, writable: true });
  return error;
}

/** Adds how often a call was attempted, if it was, and why it was not retried. */
export function noteAttempts(error: unknown, { attempts, stopReason }: { readonly attempts: number; readonly stopReason: StopReason | undefined }): unknown {
  return attempts > 0 ? note(error, { attempts, stopReason }) : error;
}

/** Describes a value for a message, never the content of a string: it may be a secret. */
export function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null || typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return value === "" ? "an empty string" : `a string of ${value.length} character${value.length === 1 ? "" : "s"}`;
  if (Array.isArray(value)) return `an array of ${value.length}`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "an invalid Date" : "a Date (pass date.toISOString())";
  if (isPromise(value)) return "a promise (await it)";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Whether a value is a promise: the caller has left out an `await`. */
export function isPromise(value: unknown): boolean {
  return typeof Object(value).then === "function";
}

/** Describes a value that should be a secret: a number is not shown either. */
export function describeSecret(value: unknown): string {
  return typeof value === "number" ? "a number" : describe(value);
}
