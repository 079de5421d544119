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
  TokenError,
} from "@keywright/core";
export type { BinaryContent, CallOptions, ClientOptions, Page, Paginator, RawResponse, TokenProvider } from "@keywright/core";
