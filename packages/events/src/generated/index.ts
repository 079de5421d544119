// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

export { createEventsClient } from "./client.ts";
export type * from "./client.ts";
export {
  ApiError,
  ArgumentError,
  ConfigurationError,
  ConnectionError,
  dryRun,
  DryRunError,
  InvalidResponseError,
  isApiError,
  isKeywrightError,
  KeywrightError,
  PaginationError,
  settleEach,
  TimeoutError,
  TokenError,
} from "@keywright/core/client";
export type {
  BinaryContent,
  CallOptions,
  ClientEvent,
  ClientOptions,
  Clock,
  DryRunOptions,
  HttpRequest,
  HttpResponse,
  Middleware,
  ObservedCall,
  ObservedEnd,
  Observer,
  Page,
  Paginator,
  PlannedRequest,
  RetryOptions,
  Settled,
  SettleOptions,
  SettleProgress,
  TokenProvider,
} from "@keywright/core";
