export { createEventsClient } from "./lib/client.ts";
export type { EventsClient } from "./lib/client.ts";
export { eventMatches, matchAction } from "./lib/match-event.ts";
export type { ActionCases, EventPattern, KnownValue, MatchingEvent } from "./lib/match-event.ts";
export { requireFeatures } from "./lib/require-features.ts";
export type { FeatureName } from "./lib/require-features.ts";
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
  TimeoutError,
  TokenError,
} from "@keywright/core";
export type {
  BinaryContent,
  CallOptions,
  ClientEvent,
  ClientOptions,
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
