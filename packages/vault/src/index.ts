export { createVaultClient } from "./lib/client.ts";
export type { VaultClient } from "./lib/client.ts";
export { distinctActivity } from "./lib/distinct-activity.ts";
export type { DistinctActivityOptions } from "./lib/distinct-activity.ts";
export type { FieldDraft, Generate } from "./lib/field-draft.ts";
export { fieldValue } from "./lib/find-field.ts";
export type { FieldName, ItemFields } from "./lib/find-field.ts";
export { findItem } from "./lib/find-item.ts";
export type { ItemQuery } from "./lib/find-item.ts";
export { findVault } from "./lib/find-vault.ts";
export type { VaultQuery } from "./lib/find-vault.ts";
export { itemDraft } from "./lib/item-draft.ts";
export type { ItemDraft, PasswordDraft, SectionDraft } from "./lib/item-draft.ts";
export { itemPatch } from "./lib/item-patch.ts";
export type { FieldAttributes, ItemPatchBuilder } from "./lib/item-patch.ts";
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
