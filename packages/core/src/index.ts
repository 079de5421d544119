export { basicCredentials } from "./lib/basic-credentials.ts";
export type { BasicCredentials } from "./lib/basic-credentials.ts";
export { binaryContent } from "./lib/binary-content.ts";
export { bindOperations } from "./lib/bind-operations.ts";
export type { Answer } from "./lib/call-context.ts";
export type { Bound, RawResponse } from "./lib/bind-operations.ts";
export type { BinaryContent } from "./lib/binary-content.ts";
export { callAt } from "./lib/call-at.ts";
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
export { platformClock } from "./lib/clock.ts";
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
export { isPassing } from "./lib/feed/passing.ts";
export { backoff, wait } from "./lib/feed/wait.ts";
export { formBody } from "./lib/form-body.ts";
export { filterBuilder, rawFilter } from "./lib/filter.ts";
export type { Compare, Filter, FilterBuilder, FilterOperator, FilterSpec, FilterValues } from "./lib/filter.ts";
export { maskSecrets } from "./lib/mask.ts";
export type { ClientEvent, ObservedCall, ObservedEnd, Observer } from "./lib/observe.ts";
export type {
  Constraint,
  HttpMethod,
  Operation,
  OperationTable,
  Pagination,
  Parameter,
  RequestBody,
  SecretTree,
  Security,
  SuccessResponse,
} from "./lib/operation.ts";
export { cursorBodyPages } from "./lib/pages/cursor-body.ts";
export { liveNextLinkPages, nextLinkPages } from "./lib/pages/next-link.ts";
export { offsetPages } from "./lib/pages/offset.ts";
export type { PageReader, PageReaders, PageReading, Step } from "./lib/pages/page-reader.ts";
export { scimIndexPages } from "./lib/pages/scim-index.ts";
export type { Parts } from "./lib/parts.ts";
export type { Page, Paginator } from "./lib/paginate.ts";
export { expectClient, expectObject, refuseArgument } from "./lib/refuse-input.ts";
export type { Cancellation, Transport, TransportRequest, TransportResponse } from "./lib/transport.ts";
