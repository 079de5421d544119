export { createManagementClient } from "./lib/client.ts";
export type { ManagementClient } from "./lib/client.ts";
export type * from "./generated/client.ts";
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
  rawFilter,
  TimeoutError,
  TokenError,
} from "@keywright/core";
export type {
  BinaryContent,
  CallOptions,
  ClientEvent,
  ClientOptions,
  Filter,
  Middleware,
  ObservedCall,
  ObservedEnd,
  Observer,
  Page,
  Paginator,
  RawResponse,
  RetryOptions,
  TokenProvider,
} from "@keywright/core";
