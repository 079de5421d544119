export { dryRun } from "./lib/dry-run.ts";
export type { DryRunOptions } from "./lib/dry-run.ts";
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
  LookupError,
  PaginationError,
  TimeoutError,
  TokenError,
  VersionError,
} from "./lib/errors.ts";
export type {
  ApiErrorDetails,
  ArgumentErrorDetails,
  CheckpointCode,
  ConnectionErrorDetails,
  DryRunErrorDetails,
  ErrorDetails,
  InvalidResponseCode,
  InvalidResponseErrorDetails,
  LookupCode,
  LookupErrorDetails,
  PaginationCode,
  PlannedRequest,
  TimeoutErrorDetails,
  TokenErrorCode,
  TokenErrorDetails,
  VersionErrorDetails,
} from "./lib/errors.ts";
export { rawFilter } from "./lib/filter.ts";
export type { Compare, Filter, FilterBuilder, FilterOperator, FilterSpec, FilterValues } from "./lib/filter.ts";
export { logEvents } from "./lib/log-events.ts";
export type { LogLevel, LogOptions, MessageLogger, ObjectLogger } from "./lib/log-events.ts";
export { settleEach } from "./lib/settle-each.ts";
export type { Settled, SettleOptions, SettleProgress } from "./lib/settle-each.ts";
export type {
  BinaryContent,
  BodyReader,
  Call,
  CallOptions,
  Cancellation,
  Challenge,
  ClientEvent,
  ClientOptions,
  Clock,
  ErrorCode,
  Fetch,
  HttpRequest,
  HttpResponse,
  Middleware,
  ObservedCall,
  ObservedEnd,
  Observer,
  Outcome,
  Page,
  Paginator,
  ResponseHeaders,
  RetryOptions,
  Send,
  ServerSentEvent,
  StopReason,
  TokenProvider,
  Transport,
  UnreadBody,
  UnreadResponse,
} from "./lib/types.ts";
