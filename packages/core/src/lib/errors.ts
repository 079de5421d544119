/** One code per reason; the class says where it broke. */
export type ErrorCode =
  | "invalid-configuration"
  | "missing-token"
  | "invalid-argument"
  | "token-refused"
  | "connection-failed"
  | "timeout"
  | "api-error"
  | "redirect-refused"
  | "unexpected-status"
  | "unexpected-content"
  | "truncated-response"
  | "response-too-large"
  | "malformed-response"
  | "missing-position"
  | "foreign-position"
  | "position-repeated"
  | "too-many-items";

const MARK: unique symbol = Symbol.for("keywright.error") as never;

/** What every error of these packages carries. */
export interface ErrorDetails {
  /** The operation that failed, by its `operationId`; absent where no operation was called. */
  readonly operationId?: string | undefined;
  readonly cause?: unknown;
}

/**
 * The base of every error that Keywright throws. A caller's own abort is never one: it is thrown as it was given.
 *
 * Safe to log: no token, secret, request body or answer is an enumerable member or a part of the message.
 */
export class KeywrightError extends Error {
  readonly code: ErrorCode;
  readonly operationId: string | undefined;

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = new.target.name;
    this.code = code;
    this.operationId = details.operationId;
    hide(this, MARK, true);
  }
}

/** Before any I/O: the options of a client do not work, such as a base address with a query or a missing token. */
export class ConfigurationError extends KeywrightError {
  constructor(message: string, details?: ErrorDetails & { readonly code?: "invalid-configuration" | "missing-token" }) {
    super(details?.code ?? "invalid-configuration", message, details);
  }
}

/** Before any I/O: an argument of a call is not what the contract asks for, such as an id of the wrong form or a limit out of range. */
export class ArgumentError extends KeywrightError {
  /** Where in the call's input the argument stands, such as `limit` or `body.fields[0].recipe.length`. */
  readonly argument: string | undefined;

  constructor(message: string, details: ErrorDetails & { readonly argument?: string } = {}) {
    super("invalid-argument", message, details);
    this.argument = details.argument;
  }
}

/** The token provider gave no token that can be sent. */
export class TokenError extends KeywrightError {
  constructor(message: string, details?: ErrorDetails) {
    super("token-refused", message, details);
  }
}

/** No HTTP answer came: the name did not resolve, the connection was refused, reset or closed. */
export class ConnectionError extends KeywrightError {
  constructor(message: string, details?: ErrorDetails) {
    super("connection-failed", message, details);
  }
}

/**
 * The service answered with a status that is not a success.
 *
 * `body` and `headers` are there for code and hidden from logs (not enumerable).
 */
export class ApiError<Body = unknown> extends KeywrightError {
  /** The HTTP status, such as 404. */
  readonly status: number;
  /** The service's own id of the failure, for its support; absent where it gives none. */
  readonly traceId: string | undefined;
  /** What is wrong with which field, where the service says so (validation problems). */
  readonly fieldErrors: { readonly [field: string]: readonly string[] } | undefined;
  /** The decoded body: JSON as a value, anything else as text, `undefined` where there was none. Not enumerable. */
  declare readonly body: Body;
  /** The headers of the answer. Not enumerable. */
  declare readonly headers: Headers;

  constructor(message: string, details: ErrorDetails & ApiErrorDetails<Body>) {
    super(details.status >= 300 && details.status < 400 ? "redirect-refused" : "api-error", message, details);
    this.status = details.status;
    this.traceId = details.traceId;
    this.fieldErrors = details.fieldErrors;
    hide(this, "body", details.body);
    hide(this, "headers", details.headers);
  }
}

/** What an {@link ApiError} is made of. */
export interface ApiErrorDetails<Body> {
  readonly status: number;
  readonly body: Body;
  readonly headers: Headers;
  readonly traceId?: string | undefined;
  readonly fieldErrors?: { readonly [field: string]: readonly string[] } | undefined;
}

/** The answer is a success by its status and yet not what the contract says: no JSON, another media type, too large, cut short. */
export class InvalidResponseError extends KeywrightError {
  readonly status: number;

  constructor(
    code: "unexpected-status" | "unexpected-content" | "truncated-response" | "response-too-large" | "malformed-response",
    message: string,
    details: ErrorDetails & { readonly status: number },
  ) {
    super(code, message, details);
    this.status = details.status;
  }
}

/** A list cannot be walked on: its next position is missing, foreign or does not move, or there is more than the caller allows. */
export class PaginationError extends KeywrightError {
  constructor(code: "missing-position" | "foreign-position" | "position-repeated" | "too-many-items", message: string, details?: ErrorDetails) {
    super(code, message, details);
  }
}

/** Whether a value is an error of Keywright, also of another copy of these packages. */
export function isKeywrightError(error: unknown): error is KeywrightError {
  return typeof error === "object" && error !== null && MARK in error;
}

/**
 * Whether a value is an answer of the service that is not a success, also from another copy of these packages.
 *
 * @param error Anything that was caught.
 * @param status The one status to accept; any when left out.
 */
export function isApiError(error: unknown, status?: number): error is ApiError {
  return isKeywrightError(error) && error.name === "ApiError" && (status === undefined || (error as ApiError).status === status);
}

function hide(target: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: false, configurable: true, writable: true });
}
