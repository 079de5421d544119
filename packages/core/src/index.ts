export { dryRun } from "./lib/helpers/dry-run.ts";
export type { DryRunOptions } from "./lib/helpers/dry-run.ts";
export {
  ApiError,
  ArgumentError,
  CheckpointError,
  ConfigurationError,
  ConnectionError,
  DryRunError,
  InvalidResponseError,
  isApiError,
  isKeywrightError,
  KeywrightError,
  PaginationError,
  TimeoutError,
  TokenError,
} from "./lib/errors.ts";
export type {
  ApiErrorDetails,
  ArgumentErrorDetails,
  CheckpointCode,
  CheckpointErrorDetails,
  ConnectionErrorDetails,
  DryRunErrorDetails,
  ErrorDetails,
  InvalidResponseCode,
  InvalidResponseErrorDetails,
  PaginationCode,
  PlannedRequest,
  TimeoutErrorDetails,
  TokenErrorCode,
  TokenErrorDetails,
} from "./lib/errors.ts";
export { rawFilter } from "./lib/helpers/filter.ts";
export type { Compare, Filter, FilterBuilder, FilterOperator, FilterSpec, FilterValues } from "./lib/helpers/filter.ts";
export { logEvents } from "./lib/observe/log-events.ts";
export type { LogLevel, LogOptions, MessageLogger, ObjectLogger } from "./lib/observe/log-events.ts";
export { settleEach } from "./lib/helpers/settle-each.ts";
export type { Settled, SettleOptions, SettleProgress } from "./lib/helpers/settle-each.ts";
export type { ClientEvent, ObservedCall, ObservedEnd, Observer } from "./lib/client-events.ts";
export type { Clock } from "./lib/clock.ts";
export type { AnyErrorCode, ErrorCode, Outcome, StopReason } from "./lib/error-codes.ts";
export type {
  BodyReader,
  Cancellation,
  Fetch,
  HttpRequest,
  HttpResponse,
  ResponseHeaders,
  Transport,
  UnreadBody,
  UnreadResponse,
  Challenge,
} from "./lib/http.ts";
export type { BinaryContent, BinaryInput, FileInput, MergePatch, Page, Paginator, ServerSentEvent } from "./lib/method-types.ts";
export type { Call, CallOptions, ClientOptions, Middleware, RetryOptions, Send, TokenProvider } from "./lib/options.ts";
