// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export { createEventsClient } from "./client.ts";
export type * from "./client.ts";
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
  TimeoutError,
  TokenError,
} from "@keywright/core";
export type {
  BinaryContent,
  CallOptions,
  ClientEvent,
  ClientOptions,
  Clock,
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
