export { createManagementClient } from "./lib/client.ts";
export type { ManagementClient } from "./lib/client.ts";
export { scimPatch } from "./lib/scim-patch.ts";
export type { ScimPatchBuilder } from "./lib/scim-patch.ts";
export type {
  FixedScimAttribute,
  ScimListName,
  ScimListValue,
  ScimAttributes,
  ScimPath,
  ScimPathValue,
  ScimSelector,
  ScimValuePath,
  ScimValues,
} from "./lib/scim-attributes.ts";
export { settleEach } from "./lib/settle-each.ts";
export type { Settled, SettleOptions } from "./lib/settle-each.ts";
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
  LookupError,
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
