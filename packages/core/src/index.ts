export { bindOperations } from "./lib/bind-operations.ts";
export type { Bound, RawResponse } from "./lib/bind-operations.ts";
export type { BinaryContent } from "./lib/binary-content.ts";
export type { Call, CallOptions, ClientOptions, IncomingResponse, Middleware, OutgoingRequest, Send, TokenProvider } from "./lib/client-options.ts";
export {
  ApiError,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  InvalidResponseError,
  isApiError,
  isKeywrightError,
  KeywrightError,
  PaginationError,
  TokenError,
} from "./lib/errors.ts";
export type { ApiErrorDetails, ErrorCode, ErrorDetails } from "./lib/errors.ts";
export type { Constraint, HttpMethod, Operation, OperationTable, Pagination, Parameter, RequestBody, Security, SuccessResponse } from "./lib/operation.ts";
export type { Page, Paginator } from "./lib/paginate.ts";
