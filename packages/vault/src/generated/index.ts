// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export { createVaultClient } from "./client.ts";
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
  rawFilter,
  TimeoutError,
  TokenError,
} from "@keywright/core";
export type {
  BinaryContent,
  CallOptions,
  ClientEvent,
  ClientOptions,
  Clock,
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
