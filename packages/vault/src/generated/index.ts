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
  logEvents,
  PaginationError,
  rawFilter,
  TimeoutError,
  TokenError,
} from "@keywright/core/client";
export type {
  BinaryContent,
  CallOptions,
  ClientEvent,
  ClientOptions,
  Clock,
  Filter,
  HttpRequest,
  HttpResponse,
  LogLevel,
  LogOptions,
  MessageLogger,
  Middleware,
  ObjectLogger,
  ObservedCall,
  ObservedEnd,
  Observer,
  Page,
  Paginator,
  RetryOptions,
  TokenProvider,
} from "@keywright/core";
