export type { RawResponse } from "./lib/bind-operations.ts";
export type { BinaryContent } from "./lib/binary-content.ts";
export type { Challenge } from "./lib/challenge.ts";
export type {
  Call,
  CallOptions,
  ClientOptions,
  IncomingResponse,
  Middleware,
  OutgoingRequest,
  RetryOptions,
  Send,
  TokenProvider,
} from "./lib/client-options.ts";
export type { Clock } from "./lib/clock.ts";
export {
  ApiError,
  ArgumentError,
  CheckpointError,
  ConfigurationError,
  ConnectionError,
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
  ErrorCode,
  ErrorDetails,
  InvalidResponseCode,
  LookupCode,
  LookupErrorDetails,
  Outcome,
  PaginationCode,
  StopReason,
  TokenErrorDetails,
  VersionErrorDetails,
} from "./lib/errors.ts";
export type { Fetch } from "./lib/fetch-transport.ts";
export { rawFilter } from "./lib/filter.ts";
export type { Compare, Filter, FilterBuilder, FilterOperator, FilterSpec, FilterValues } from "./lib/filter.ts";
export type { ClientEvent, ObservedCall, ObservedEnd, Observer } from "./lib/observe.ts";
export type { Page, Paginator } from "./lib/paginate.ts";
export type { Cancellation, Transport, TransportRequest, TransportResponse } from "./lib/transport.ts";
