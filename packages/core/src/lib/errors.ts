import type { Challenge } from "./challenge.ts";

/** Why something failed: one code per reason. The class says where it broke. */
export type ErrorCode =
  /** An option of the client cannot work, such as a base address with a query. Correct the option; nothing was sent. */
  | "invalid-configuration"
  /** The contract secures the operation with a token and the client has none. Give the client a `token`; nothing was sent. */
  | "missing-token"
  /** An argument of the call is not what the contract asks for. The message says what was expected; nothing was sent. */
  | "invalid-argument"
  /** The `token` option failed, or gave what a header cannot carry. Look at where the token comes from; nothing was sent. */
  | "invalid-token"
  /** The token endpoint gave no token (see `oauthError` and `status`), or the token file has none. The call was not sent, or was refused (401) with the token before. */
  | "no-token"
  /** The token is good, and not for what the program is about to read: see `missingFeatures`. Ask for a token with these; nothing was read. */
  | "missing-feature"
  /** No HTTP answer came: the name did not resolve, the connection was refused, reset or closed. `outcome` says whether a write may have happened. */
  | "connection-failed"
  /** The other end could not prove who it is (TLS). Never sent again. Check the address and the certificate authority. */
  | "untrusted-connection"
  /** No whole answer came in time: `timeoutMs` for one attempt, `totalTimeoutMs` for the call with its repetitions. */
  | "timeout"
  /** The service answered with a status that is not a success: see `status`, `traceId`, `fieldErrors`. */
  | "api-error"
  /** The service redirects. That is not followed, so that the credential stays at `baseUrl`: put the final address there. */
  | "redirect-refused"
  /** A success whose media type is not the contract's, such as a proxy's login page. Check `baseUrl`; `excerpt` has its beginning. */
  | "unexpected-content"
  /** The answer ended early. Of a read it was asked for again; of a write, the service may have done it. */
  | "truncated-response"
  /** The answer is larger than `maxResponseBytes`. Raise it, or ask for less. */
  | "response-too-large"
  /** The answer is no UTF-8, or whole and yet no JSON. The service, or something on the way, is at fault. */
  | "malformed-response"
  /** A page came without the position that leads on. What was read so far is whole; the walk cannot go on. */
  | "missing-position"
  /** The next page stands at another origin. It was not asked for, so that the credential stays at `baseUrl`. */
  | "foreign-position"
  /** The service gave back a position where the walk has been before: going on would never end. */
  | "position-repeated"
  /** `toArray` found more items than its `max`. Raise it, or iterate. */
  | "too-many-items"
  /** A helper was asked for something by its name, and nothing has that name. The message says where it looked. */
  | "not-found"
  /** A helper was asked for one thing by its name, and several have it: see `candidates`. Say which, by its id. */
  | "ambiguous"
  /** References to secrets lead nowhere: see `failures`. None of the values is given. */
  | "unresolved-references"
  /** What was to be changed has changed since it was read. Read it again; `written` says whether the change was made all the same. */
  | "version-changed"
  /** A page came with a position that no service gives: longer than 16 KiB. It was not acknowledged; what came before is kept. */
  | "position-too-long"
  /** Page after page came empty, although the service says that there is more. What came before is kept; start the feed again later. */
  | "no-progress"
  /** The checkpoint is empty, torn, altered, or of another program or version. Restore it, or remove it and start at a time with `since`. */
  | "checkpoint-damaged"
  /** The checkpoint belongs to another stream. Give each feed a checkpoint of its own. */
  | "checkpoint-foreign"
  /** Another process holds the checkpoint. Stop it, or let this one wait with `standByMs`. */
  | "checkpoint-owned"
  /** The checkpoint was changed or taken by somebody else meanwhile. Nothing was written over; what was not committed comes again. */
  | "checkpoint-lost"
  /** The checkpoint cannot be read, locked or written; `cause` says why. What was not committed comes again. */
  | "checkpoint-unavailable"
  /** The service refuses the checkpoint's cursor, such as one it has forgotten. Start again at a time with the feed's `reset`. */
  | "cursor-refused";

/** Why a call was not tried again. */
export type StopReason =
  /** A failure that repeating cannot mend, such as 404. */
  | "not-retryable"
  /** A write that may have happened: repeating it could do it twice. */
  | "write"
  /** All attempts that `maxRetries` allows were made. */
  | "attempts-used"
  /** Many calls of this client have failed lately: repetitions are stopped until some succeed. */
  | "quota-used"
  /** The next attempt would begin after `totalTimeoutMs`. */
  | "deadline"
  /** The service asks to wait longer than `maxDelayMs`: see `retryAfterMs`. */
  | "retry-after-too-long";

/** Whether the service can have seen the request: `not-sent` means that it has certainly not acted. */
export type Outcome = "not-sent" | "unknown";

const MARK: unique symbol = Symbol.for("keywright.error") as never;

/** What every error is made with. */
export interface ErrorDetails {
  /** The operation that failed, by its `operationId`; absent where no operation was called. */
  readonly operationId?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The base of every error that Keywright throws. A caller's own abort is none: it is thrown as it was given.
 *
 * Safe to log: no token, secret, request body or answer stands in the message or in an enumerable member.
 */
export class KeywrightError extends Error {
  declare readonly code: ErrorCode;
  declare readonly operationId: string | undefined;
  /** How often the request was sent; absent where nothing was. */
  declare readonly attempts?: number;
  /** Why it was not sent once more; absent where nothing was sent. */
  declare readonly stopReason?: StopReason;
  /**
   * Of an error that ended the walk of a list: where a later walk goes on behind the last page that was given, as the value of the list's position. Absent where that is the beginning.
   * It may be a secret: not enumerable.
   */
  declare readonly resumeAt?: unknown;

  /**
   * @param shown The members of its class.
   * @param hidden Those that logs do not show.
   */
  constructor(name: string, code: ErrorCode, message: string, { operationId, cause }: ErrorDetails = {}, shown: object = {}, hidden: object = {}) {
    super(message, cause === undefined ? undefined : { cause });
    Object.assign(this, { code, operationId }, shown);
    hide(this, { name, [MARK]: true, ...hidden });
  }
}

/** Before any I/O: an option of a client cannot work. */
export class ConfigurationError extends KeywrightError {
  constructor(message: string, details: ErrorDetails = {}, code: "invalid-configuration" | "missing-token" = "invalid-configuration") {
    super("ConfigurationError", code, message, details);
  }
}

/** Before any I/O: an argument of a call is not what the contract asks for. */
export class ArgumentError extends KeywrightError {
  /** Where in the input it stands, such as `limit` or `body.fields[0].recipe.length`; `undefined` for the input as a whole. */
  declare readonly argument: string | undefined;

  constructor(message: string, argument: string, details?: ErrorDetails) {
    super("ArgumentError", "invalid-argument", message, details, { argument: argument || undefined });
  }
}

/** What a {@link TokenError} is made with. */
export interface TokenErrorDetails extends ErrorDetails {
  readonly oauthError?: string | undefined;
  readonly status?: number | undefined;
  readonly challenges?: readonly Challenge[];
  readonly missingFeatures?: readonly string[] | undefined;
}

/** There is no token that can be sent, or none that opens what is needed. */
export class TokenError extends KeywrightError {
  /** The token endpoint's own word, such as `invalid_client` (RFC 6749 §5.2); `undefined` where it gave none. */
  declare readonly oauthError: string | undefined;
  /** The token endpoint's HTTP status; `undefined` where it did not answer. */
  declare readonly status: number | undefined;
  /** Where the service has refused (401) the token before, what its `WWW-Authenticate` header said; else empty. Not enumerable. */
  declare readonly challenges: readonly Challenge[];
  /** The features that the token lacks, in the order in which they were asked for; absent but for the code `missing-feature`. */
  declare readonly missingFeatures?: readonly string[];

  constructor(message: string, details: TokenErrorDetails = {}, code: "invalid-token" | "no-token" | "missing-feature" = "no-token") {
    const { oauthError, status, challenges = [], missingFeatures } = details;
    super("TokenError", code, message, details, { oauthError, status, ...(missingFeatures && { missingFeatures }) }, { challenges });
  }
}

/** No HTTP answer came. */
export class ConnectionError extends KeywrightError {
  declare readonly outcome: Outcome;

  constructor(message: string, outcome: Outcome, details?: ErrorDetails, code: "connection-failed" | "untrusted-connection" = "connection-failed") {
    super("ConnectionError", code, message, details, { outcome });
  }
}

/** No whole answer came within the client's own deadline. */
export class TimeoutError extends KeywrightError {
  /** The deadline that ended it, in milliseconds. */
  declare readonly timeoutMs: number;
  declare readonly outcome: Outcome;

  constructor(message: string, timeoutMs: number, details?: ErrorDetails, outcome: Outcome = "unknown") {
    super("TimeoutError", "timeout", message, details, { timeoutMs, outcome });
  }
}

/** What an {@link ApiError} is made with. */
export interface ApiErrorDetails<Body = unknown> extends ErrorDetails {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
  readonly traceId?: string | undefined;
  readonly fieldErrors?: { readonly [field: string]: readonly string[] } | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly challenges?: readonly Challenge[];
}

/** The service answered with a status that is not a success. `body` and `headers` are there for code and hidden from logs (not enumerable). */
export class ApiError<Body = unknown> extends KeywrightError {
  /** The HTTP status, such as 404. */
  declare readonly status: number;
  /** The service's own id of the failure, for its support; absent where it gives none. */
  declare readonly traceId: string | undefined;
  /** What is wrong with which field, where the service says so. */
  declare readonly fieldErrors: { readonly [field: string]: readonly string[] } | undefined;
  /** How long the service asks to wait (`Retry-After`), in milliseconds; absent where it does not. */
  declare readonly retryAfterMs: number | undefined;
  /** What the `WWW-Authenticate` header says about the credential, such as `error` `invalid_token`; empty without one that can be read. Not enumerable. */
  declare readonly challenges: readonly Challenge[];
  /** The decoded body: JSON as a value, anything else as text, `undefined` where there was none. Not enumerable. */
  declare readonly body: Body;
  /** The headers of the answer. Not enumerable. */
  declare readonly headers: Headers;

  constructor(message: string, details: ApiErrorDetails<Body>) {
    const { status, traceId, fieldErrors, retryAfterMs, challenges = [], body, headers } = details;
    super("ApiError", refusalCode(status), message, details, { status, traceId, fieldErrors, retryAfterMs }, { challenges, body, headers });
  }
}

/** The reasons of an {@link InvalidResponseError}. */
export type InvalidResponseCode = "unexpected-content" | "truncated-response" | "response-too-large" | "malformed-response";

/** The answer is a success by its status and yet not what the contract says. */
export class InvalidResponseError extends KeywrightError {
  declare readonly status: number;
  /** The beginning of the answer, up to 1 KiB, with what looks like a secret taken out; absent where it would not help. Not enumerable. */
  declare readonly excerpt: string | undefined;

  constructor(code: InvalidResponseCode, message: string, details: ErrorDetails & { readonly status: number; readonly excerpt?: string | undefined }) {
    const { status, excerpt } = details;
    super("InvalidResponseError", code, message, details, { status }, { excerpt });
  }
}

/** The reasons of a {@link PaginationError}. */
export type PaginationCode = "missing-position" | "foreign-position" | "position-repeated" | "too-many-items" | "position-too-long" | "no-progress";

/** A list cannot be walked on. */
export class PaginationError extends KeywrightError {
  constructor(code: PaginationCode, message: string, details?: ErrorDetails) {
    super("PaginationError", code, message, details);
  }
}

/** The reasons of a {@link LookupError}. */
export type LookupCode = "not-found" | "ambiguous" | "unresolved-references";

/** What a {@link LookupError} is made with. */
export interface LookupErrorDetails extends ErrorDetails {
  readonly candidates?: readonly string[] | undefined;
  readonly failures?: { readonly [name: string]: string } | undefined;
}

/** What was looked for by its name is not there, or is there more than once. */
export class LookupError extends KeywrightError {
  /** The ids of all that fit, in the service's order; empty where nothing does. */
  declare readonly candidates: readonly string[];
  /** Why each reference leads nowhere, by the caller's own name for it; absent but for the code `unresolved-references`. */
  declare readonly failures?: { readonly [name: string]: string };

  constructor(code: LookupCode, message: string, details: LookupErrorDetails = {}) {
    const { candidates = [], failures } = details;
    super("LookupError", code, message, details, { candidates, ...(failures && { failures }) });
  }
}

/** What a {@link VersionError} is made with. */
export interface VersionErrorDetails extends ErrorDetails {
  readonly expected: number;
  readonly actual: number | undefined;
  readonly written: boolean;
}

/** Something is of another version than the one that was to be changed. */
export class VersionError extends KeywrightError {
  /** The version that was to be changed. */
  declare readonly expected: number;
  /** The version that is there; `undefined` where the service does not say. */
  declare readonly actual: number | undefined;
  /** Whether the change was made all the same, because the other one came after the version had been looked at. */
  declare readonly written: boolean;

  constructor(message: string, { expected, actual, written, ...details }: VersionErrorDetails) {
    super("VersionError", "version-changed", message, details, { expected, actual, written });
  }
}

/** The reasons of a {@link CheckpointError}. */
export type CheckpointCode = "checkpoint-damaged" | "checkpoint-foreign" | "checkpoint-owned" | "checkpoint-lost" | "checkpoint-unavailable" | "cursor-refused";

/** A feed cannot go on from its checkpoint, or cannot keep it. Nothing is acknowledged that is not kept. */
export class CheckpointError extends KeywrightError {
  constructor(code: CheckpointCode, message: string, details?: ErrorDetails) {
    super("CheckpointError", code, message, details);
  }
}

/**
 * Whether a value is an error of Keywright, also of another copy of these packages.
 *
 * @param error Anything that was caught.
 * @param code The one code to accept; any when left out.
 */
export function isKeywrightError(error: unknown, code?: ErrorCode): error is KeywrightError {
  return typeof error === "object" && error !== null && MARK in error && (code === undefined || (error as unknown as KeywrightError).code === code);
}

/**
 * Whether a value is the service's own refusal, also from another copy of these packages.
 *
 * @param error Anything that was caught.
 * @param status The one status to accept; any when left out.
 */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return isKeywrightError(error) && error.name === "ApiError" && (status === undefined || (error as ApiError).status === status);
}

/** Whether a status redirects; 0 is what a browser shows of a redirect that is not followed. */
export function isRedirect(status: number): boolean {
  return status === 0 || (status >= 300 && status < 400);
}

/** The code of a status that is not a success. */
export function refusalCode(status: number): "api-error" | "redirect-refused" {
  return isRedirect(status) ? "redirect-refused" : "api-error";
}

/** Notes on an error how often its request was sent and why not again. */
export function noteAttempts(error: KeywrightError, attempts: number, stopReason: StopReason | undefined): void {
  if (attempts > 0) Object.assign(error, { attempts }, stopReason === undefined ? undefined : { stopReason });
}

/** Notes on an error of ours where a later walk goes on, and gives it back. What a caller or a middleware threw stays as it is. */
export function noteResumeAt(error: unknown, position: unknown): unknown {
  if (isKeywrightError(error)) hide(error, { resumeAt: position });
  return error;
}

/** Gives an object members that do not show when it is printed. */
function hide(target: object, members: { readonly [name: PropertyKey]: unknown }): void {
  for (const name of Reflect.ownKeys(members)) Object.defineProperty(target, name, { value: members[name], configurable: true, writable: true });
}
