// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { BinaryContent, CallOptions, ClientOptions, Filter, Paginator, HttpResponse } from "@keywright/core";
import type { ErrorGuard } from "@keywright/core/client";
import { createClient, isErrorOf, maskSecrets, writeUrl } from "@keywright/core/client";
import { offsetPages, readBytes } from "@keywright/core/parts";
import { operations } from "./operations.ts";
import type * as schema from "./schema.ts";

/** A request that the server recorded. */
export interface APIRequest extends schema.APIRequest {}

/** Action of a request. New values may be added. */
export type ActivityAction = schema.ActivityAction;

/** The sender of a request, with its token and address. */
export interface ActivityActor extends schema.ActivityActor {}

/** The object of a request. */
export interface ActivityResource extends schema.ActivityResource {}

/** Type of the object of a request. New values may be added. */
export type ActivityResourceType = schema.ActivityResourceType;

/** Whether a request was allowed or denied. New values may be added. */
export type ActivityResult = schema.ActivityResult;

/** Adds a value (RFC 6902 §4.1). With the path `/fields` it appends a field. */
export interface AddOperation extends schema.AddOperation {}

/** A set of characters. Other values may be returned and sent. */
export type CharacterSet = schema.CharacterSet;

/** State of a dependency. New values may be added. */
export type DependencyStatus = schema.DependencyStatus;

/** Body of every error response of the server. */
export interface ErrorResponse extends schema.ErrorResponse {}

/** A field of an item, as the server returns it. */
export interface Field extends schema.Field {}

/** Marks a field as the username, the password or the notes, instead of a type. An empty string means no purpose. New values may be added. */
export type FieldPurpose = schema.FieldPurpose;

/**
 * A field of an item to replace: an existing field or a new one. It may have all properties of a field that a read returned, and also `generate` and `recipe`.
 * A null property is the same as an absent one.
 */
export interface FieldReplacement extends schema.FieldReplacement {}

/**
 * Type of a field's value. `OTP` is an `otpauth://` URL, `DATE` a day as YYYY-MM-DD, `MONTH_YEAR` a month as YYYYMM or YYYY/MM. Other values may be returned
 * and sent.
 */
export type FieldType = schema.FieldType;

/** A file attached to an item. */
export interface File extends schema.File {}

/** A file of an item that a read returned. The server ignores it. A null property is the same as an absent one. */
export interface FileAsRead extends schema.FileAsRead {}

/**
 * How the server generates a value, if `generate` is true. Without a recipe it takes 32 characters of letters, digits and symbols. A null property is the same
 * as an absent one.
 */
export interface GeneratorRecipe extends schema.GeneratorRecipe {}

/** An item with its fields, sections and files. */
export interface Item extends schema.Item {}

/** Category of an item. Items of the categories `DOCUMENT` and `CUSTOM` can be read but not created. New values may be added. */
export type ItemCategory = schema.ItemCategory;

/** An item of a list, without its fields and sections. `getItem` returns them. */
export interface ItemOverview extends schema.ItemOverview {}

/** Changes to an item (RFC 6902), applied in order; at most 1000. An empty list changes nothing. Only `add`, `remove` and `replace` are supported. */
export type ItemPatch = schema.ItemPatch;

/** Reference to an item. */
export interface ItemReference extends schema.ItemReference {}

/**
 * An item that replaces another: a changed item that a read returned, or a new one with a vault and a category. It may have all properties that a read
 * returned, including those that the server assigns, such as the id, the version, the times and the files. Fields may have no id. An optional property that is
 * null is the same as an absent one.
 */
export interface ItemReplacement extends schema.ItemReplacement {}

/** Whether an item is archived or deleted. New values may be added. */
export type ItemState = schema.ItemState;

/** A URL of an item. */
export interface ItemUrl extends schema.ItemUrl {}

/** One change. `op` selects its kind; `add` and `replace` require a `value`. */
export type JsonPatchOperation = schema.JsonPatchOperation;

/**
 * A JSON Pointer (RFC 6901): `/title`, `/tags/1`, `/fields/FIELD_ID` for a field by its id, `/fields/FIELD_ID/label` for an attribute of it, `/` for the whole
 * item. Inside an id, write `~0` for a tilde and `~1` for a slash.
 */
export type JsonPatchPath = schema.JsonPatchPath;

/**
 * A field of an item to create. Set `purpose` for the username, the password and the notes, and `type` for every other field. Set either `value`, or `generate`
 * if the server should generate the value. A null property is the same as an absent one.
 */
export interface NewField extends schema.NewField {}

/** Marks a field of an item to create as the username, the password or the notes, instead of a type. An empty string means no purpose. */
export type NewFieldPurpose = schema.NewFieldPurpose;

/**
 * An item to create. The server assigns all other properties, such as the id, the version and the times. An optional property that is null is the same as an
 * absent one.
 */
export interface NewItem extends schema.NewItem {}

/** Category of an item to create. `DOCUMENT` and `CUSTOM`, which a server may return, cannot be created. */
export type NewItemCategory = schema.NewItemCategory;

/** A URL of an item to create or replace. A null property is the same as an absent one. */
export interface NewItemUrl extends schema.NewItemUrl {}

/** A heading in an item to create or replace. */
export interface NewSection extends schema.NewSection {}

/** Details of a password. */
export interface PasswordDetails extends schema.PasswordDetails {}

/** Password details of a field that a read returned. The server ignores them. A null property is the same as an absent one. */
export interface PasswordDetailsAsRead extends schema.PasswordDetailsAsRead {}

/** Strength of a password. New values may be added. */
export type PasswordStrength = schema.PasswordStrength;

/** Removes the value at `path`. */
export interface RemoveOperation extends schema.RemoveOperation {}

/** Replaces the value at `path`, which must exist. */
export interface ReplaceOperation extends schema.ReplaceOperation {}

/** A heading that groups fields. */
export interface Section extends schema.Section {}

/** Reference to a section of the same item. */
export interface SectionReference extends schema.SectionReference {}

/** Name and version of the server, and the state of its dependencies. */
export interface ServerHealth extends schema.ServerHealth {}

/** A dependency of the server. */
export interface ServiceDependency extends schema.ServiceDependency {}

/** A vault with its versions and the number of its items. */
export interface Vault extends schema.Vault {}

/** A vault of a list, with its id and name. It may have other properties of a vault. */
export interface VaultOverview extends schema.VaultOverview {}

/** Reference to a vault. */
export interface VaultReference extends schema.VaultReference {}

/**
 * Type of a vault: `EVERYONE` is shared by the whole team, `PERSONAL` is the private vault of the server, `USER_CREATED` was created by a user. New values may
 * be added.
 */
export type VaultType = schema.VaultType;

/** The input of {@link VaultOperations.listVaults}. */
export interface ListVaultsInput {
  /**
   * A SCIM-style filter: an attribute, an operator, and a value in double quotes, as in `name eq "Production"`. The value is written as in JSON, so a quote in
   * it becomes `\"`. The attribute is `name`; servers also accept `title`. 1 to 16384 characters. Default: all vaults.
   */
  readonly filter?: Filter;
}

/** The input of {@link VaultOperations.getVault}. */
export interface GetVaultInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
}

/** The input of {@link VaultOperations.listItems}. */
export interface ListItemsInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /**
   * A SCIM-style filter: an attribute, an operator, and a value in double quotes, as in `title eq "Finance portal"` or `tag eq "production"`. The value is
   * written as in JSON, so a quote in it becomes `\"`. The attributes are `title` and `tag`; `title co "portal"` matches part of a title. 1 to 16384
   * characters. Default: all items.
   */
  readonly filter?: Filter;
}

/** The input of {@link VaultOperations.createItem}. */
export interface CreateItemInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item to create. */
  readonly body: NewItem;
}

/** The input of {@link VaultOperations.getItem}. */
export interface GetItemInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
}

/** The input of {@link VaultOperations.replaceItem}. */
export interface ReplaceItemInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** The new item. */
  readonly body: ItemReplacement;
}

/** The input of {@link VaultOperations.patchItem}. */
export interface PatchItemInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** The changes, in order. */
  readonly body: ItemPatch;
}

/** The input of {@link VaultOperations.deleteItem}. */
export interface DeleteItemInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
}

/** The input of {@link VaultOperations.listFiles}. */
export interface ListFilesInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** Whether the response contains the content, in Base64. Default: false. */
  readonly inline_content?: boolean;
  /** Another name of `inline_content`. The response contains the content if one of the two is true. */
  readonly inline_files?: boolean;
}

/** The input of {@link VaultOperations.getFile}. */
export interface GetFileInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** UUID of the file, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly fileUUID: string;
  /** Whether the response contains the content, in Base64. Default: false. */
  readonly inline_content?: boolean;
  /** Another name of `inline_content`. The response contains the content if one of the two is true. */
  readonly inline_files?: boolean;
}

/** The input of {@link VaultOperations.getFileContent}. */
export interface GetFileContentInput {
  /** UUID of the vault, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** UUID of the item, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** UUID of the file, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly fileUUID: string;
}

/** The input of {@link VaultOperations.listActivity}. */
export interface ListActivityInput {
  /** Maximum number of records in a page. From 1 to 9007199254740991. Default: 50. */
  readonly limit?: number;
  /** Number of records to skip from the start of the list. From 0 to 9007199254740991. Default: 0. */
  readonly offset?: number;
}

/** The operations of the vault service, as methods with the name of their `operationId`. */
export interface VaultOperations {
  /**
   * Returns the vaults that the token can access.
   *
   * The response has ids and names only; `getVault` returns the rest. The list is complete, without pages. Its order is not specified. The path may end with a
   * slash.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `filter?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The vaults, by id and name.
   * @throws ApiError 400, 401.
   * @example
   * ```ts
   * const vaults = await vault.listVaults();
   * ```
   *
   * @see specs/vault `listVaults`
   */
  listVaults(input?: ListVaultsInput, call?: CallOptions): Promise<VaultOverview[]>;

  /**
   * Returns one vault with its versions and the number of its items.
   *
   * If `contentVersion` or `updatedAt` changes, the content of the vault has changed.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `vaultUUID`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The vault.
   * @throws ApiError 400, 401, 403, 404.
   * @example
   * ```ts
   * const result = await vault.getVault({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" });
   * ```
   *
   * @see specs/vault `getVault`
   */
  getVault(input: GetVaultInput, call?: CallOptions): Promise<Vault>;

  /**
   * Returns the items of a vault, without their fields and sections.
   *
   * `getItem` returns the fields. The list is complete, without pages. Its order is not specified. The path may end with a slash.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `vaultUUID`, `filter?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The items, without fields and sections.
   * @throws ApiError 400, 401, 403, 404.
   * @example
   * ```ts
   * const items = await vault.listItems({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" });
   * ```
   *
   * @see specs/vault `listItems`
   */
  listItems(input: ListItemsInput, call?: CallOptions): Promise<ItemOverview[]>;

  /**
   * Creates an item and returns it as stored.
   *
   * The server generates a value for a field with `generate`, by its `recipe`; the response contains the value. A field with a `section.id` belongs to
   * that one of the `sections`. Items of the categories `CUSTOM` and `DOCUMENT` cannot be created.
   *
   * Repeating the request creates a second item. A read right after it may return 404 for a moment.
   *
   * Requires a token. Not retried unless the client knows that the service did not process it.
   *
   * @param input `vaultUUID`, `body` (application/json).
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The item that was created.
   * @throws ApiError 400, 401, 403, 404, 409, 413, 415.
   * @example
   * ```ts
   * const item = await vault.createItem({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", body: {
   *   title: "Payroll portal",
   *   vault: { id: "iihcwjkpp63v2nsmo436sdbeuu" },
   *   category: "LOGIN",
   *   fields: [
   *     { purpose: "USERNAME", value: "finance-lead" },
   *     { purpose: "PASSWORD", generate: true, recipe: { length: 24, characterSets: ["LETTERS", "DIGITS"] } },
   *   ],
   * } });
   * ```
   *
   * @see specs/vault `createItem`
   */
  createItem(input: CreateItemInput, call?: CallOptions): Promise<Item>;

  /**
   * Returns one item with its fields, sections and files.
   *
   * The response contains secrets in clear text: field values, the current one-time code and previous passwords. Right after a create it may be 404 for a
   * moment.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `vaultUUID`, `itemUUID`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The item.
   * @throws ApiError 400, 401, 403, 404.
   * @example
   * ```ts
   * const item = await vault.getItem({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" });
   * ```
   *
   * @see specs/vault `getItem`
   */
  getItem(input: GetItemInput, call?: CallOptions): Promise<Item>;

  /**
   * Replaces a whole item and returns it as stored.
   *
   * Send all properties that the item should keep; `patchItem` changes single fields. The body can be an item that `getItem` returned, including its
   * `createdAt`, `updatedAt` and `version`. Fields may have no id. The server generates a value for a field with `generate`, as in `createItem`.
   *
   * Requires a token. Not retried unless the client knows that the service did not process it.
   *
   * @param input `vaultUUID`, `itemUUID`, `body` (application/json).
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The item after the replacement.
   * @throws ApiError 400, 401, 403, 404, 409, 413, 415.
   * @example
   * ```ts
   * const item = await vault.replaceItem({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "zkapfsoyz4cdjnva3vg73dlpor", body: {
   *   title: "Guest network, ground floor",
   *   vault: { id: "iihcwjkpp63v2nsmo436sdbeuu" },
   *   category: "WIRELESS_ROUTER",
   *   tags: ["office"],
   *   fields: [
   *     { id: "name", type: "STRING", label: "network name", value: "example-guests" },
   *     { id: "password", type: "CONCEALED", label: "wireless password", value: "example-password-4" },
   *   ],
   * } });
   * ```
   *
   * @see specs/vault `replaceItem`
   */
  replaceItem(input: ReplaceItemInput, call?: CallOptions): Promise<Item>;

  /**
   * Changes parts of an item and returns it as stored.
   *
   * The body is a JSON Patch (RFC 6902) with the operations `add`, `remove` and `replace`. Servers accept the media types `application/json` and
   * `application/json-patch+json` (RFC 6902 §6). A path is a JSON Pointer (RFC 6901): to an attribute of the item (`/title`), to a list element (`/tags/1`
   * is the second tag), to a field by its id (`/fields/FIELD_ID`), to an attribute of a field (`/fields/FIELD_ID/label`), or `/` for
   * the whole item. `add` to `/fields` appends a field. An empty list changes nothing.
   *
   * A patch can change `title`, `category`, `favorite`, `urls`, `tags`, `sections` and `fields`, and in a field `section`, `purpose`, `type`, `label`,
   * `value`, `generate` and `recipe`. These are rejected with 400: any other path, `remove` of the whole item, a field or section with another `id` than
   * in the path, and a result that breaks a rule of `replaceItem`.
   *
   * Requires a token. Not retried unless the client knows that the service did not process it.
   *
   * @param input `vaultUUID`, `itemUUID`, `body` (application/json).
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The item after the changes.
   * @throws ApiError 400, 401, 403, 404, 409, 413, 415.
   * @example
   * ```ts
   * const item = await vault.patchItem({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", body: [{ op: "replace", path: "/fields/password/value", value: "example-password-2" }] });
   * ```
   *
   * @see specs/vault `patchItem`
   */
  patchItem(input: PatchItemInput, call?: CallOptions): Promise<Item>;

  /**
   * Deletes an item.
   *
   * The response has no body.
   *
   * Requires a token. Not retried unless the client knows that the service did not process it.
   *
   * @param input `vaultUUID`, `itemUUID`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The item is deleted.
   * @throws ApiError 400, 401, 403, 404, 409.
   * @example
   * ```ts
   * await vault.deleteItem({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" });
   * ```
   *
   * @see specs/vault `deleteItem`
   */
  deleteItem(input: DeleteItemInput, call?: CallOptions): Promise<void>;

  /**
   * Returns the files of an item, with their content on request.
   *
   * The list is complete, without pages. Its order is not specified. With `inline_content` the response contains the content of each file, if it is smaller
   * than the server's configured limit (in kilobytes), or than 100 kilobytes if the server does not know the size of the file; otherwise the status is 413.
   * `getFileContent` has no such limit. The path may end with a slash.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `vaultUUID`, `itemUUID`, `inline_content?`, `inline_files?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The files.
   * @throws ApiError 400, 401, 403, 404, 413.
   * @example
   * ```ts
   * const files = await vault.listFiles({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" });
   * ```
   *
   * @see specs/vault `listFiles`
   */
  listFiles(input: ListFilesInput, call?: CallOptions): Promise<File[]>;

  /**
   * Returns the details of one file, with its content on request.
   *
   * With `inline_content` the response contains the content of the file, if it is smaller than the server's configured limit (in kilobytes), or than 100
   * kilobytes if the server does not know the size of the file; otherwise the status is 413. `getFileContent` has no such limit.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `vaultUUID`, `itemUUID`, `fileUUID`, `inline_content?`, `inline_files?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The file.
   * @throws ApiError 400, 401, 403, 404, 413.
   * @example
   * ```ts
   * const file = await vault.getFile({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" });
   * ```
   *
   * @see specs/vault `getFile`
   */
  getFile(input: GetFileInput, call?: CallOptions): Promise<File>;

  /**
   * Returns the bytes of a file.
   *
   * The response contains the stored bytes, unchanged. Compare their number with `Content-Length` or with the file's `size` to detect an incomplete response.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `vaultUUID`, `itemUUID`, `fileUUID`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The file's bytes.
   * @throws ApiError 400, 401, 403, 404.
   * @example
   * ```ts
   * const fileContent = await vault.getFileContent({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" });
   * ```
   *
   * @see specs/vault `getFileContent`
   */
  getFileContent(input: GetFileContentInput, call?: CallOptions): Promise<BinaryContent>;

  /**
   * Returns the requests that the server has recorded, page by page.
   *
   * The next page begins at `offset` plus the number of records in this page; an empty page is the end. The order is not specified. The server records
   * requests all the time, including those for this list, so records can move between two reads: identify duplicates by their id, and expect that some can
   * be missed.
   *
   * The id is `requestID` or `requestId`, and the IP address `actor.ip` or `actor.requestIp`, depending on the server version. A denied request has the
   * result `DENY`.
   *
   * Requires a token. Retried automatically.
   *
   * @param input `limit?`, `offset?`.
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of records.
   * @throws ApiError 400, 401.
   * @example
   * ```ts
   * for await (const entry of vault.listActivity()) console.log(entry);
   * ```
   *
   * @see specs/vault `listActivity`
   */
  listActivity(input?: ListActivityInput, call?: CallOptions): Paginator<APIRequest, number>;

  /**
   * Returns whether the server is running.
   *
   * The response is a single period. Requires no token. `getHealth` returns the state of the server's dependencies.
   *
   * Requires no credentials. Retried automatically.
   *
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The server is running.
   * @example
   * ```ts
   * const heartbeat = await vault.getHeartbeat();
   * ```
   *
   * @see specs/vault `getHeartbeat`
   */
  getHeartbeat(call?: CallOptions): Promise<string>;

  /**
   * Returns the server's version and the state of its dependencies.
   *
   * Requires no token. The status is 200 even if a dependency is not active, for example because it waits for a token: check `dependencies`.
   *
   * Requires no credentials. Retried automatically.
   *
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The server and its dependencies.
   * @example
   * ```ts
   * const health = await vault.getHealth();
   * ```
   *
   * @see specs/vault `getHealth`
   */
  getHealth(call?: CallOptions): Promise<ServerHealth>;

  /**
   * Returns the server's metrics in a plain-text exposition format.
   *
   * The response has one metric per line; lines with `#` contain help and type. Requires no token. The metrics depend on the server.
   *
   * Requires no credentials. Retried automatically.
   *
   * @param call Options for this call: signal, timeouts, retries, headers.
   * @returns The metrics.
   * @example
   * ```ts
   * const metrics = await vault.getMetrics();
   * ```
   *
   * @see specs/vault `getMetrics`
   */
  getMetrics(call?: CallOptions): Promise<string>;
}

/** The same methods; they also return status and headers of a successful response, and throw the same errors. A paginated operation returns one page. */
export interface VaultRawOperations {
  /** {@link VaultOperations.listVaults} with status and headers. */
  listVaults(input?: ListVaultsInput, call?: CallOptions): Promise<HttpResponse<VaultOverview[]>>;

  /** {@link VaultOperations.getVault} with status and headers. */
  getVault(input: GetVaultInput, call?: CallOptions): Promise<HttpResponse<Vault>>;

  /** {@link VaultOperations.listItems} with status and headers. */
  listItems(input: ListItemsInput, call?: CallOptions): Promise<HttpResponse<ItemOverview[]>>;

  /** {@link VaultOperations.createItem} with status and headers. */
  createItem(input: CreateItemInput, call?: CallOptions): Promise<HttpResponse<Item>>;

  /** {@link VaultOperations.getItem} with status and headers. */
  getItem(input: GetItemInput, call?: CallOptions): Promise<HttpResponse<Item>>;

  /** {@link VaultOperations.replaceItem} with status and headers. */
  replaceItem(input: ReplaceItemInput, call?: CallOptions): Promise<HttpResponse<Item>>;

  /** {@link VaultOperations.patchItem} with status and headers. */
  patchItem(input: PatchItemInput, call?: CallOptions): Promise<HttpResponse<Item>>;

  /** {@link VaultOperations.deleteItem} with status and headers. */
  deleteItem(input: DeleteItemInput, call?: CallOptions): Promise<HttpResponse<void>>;

  /** {@link VaultOperations.listFiles} with status and headers. */
  listFiles(input: ListFilesInput, call?: CallOptions): Promise<HttpResponse<File[]>>;

  /** {@link VaultOperations.getFile} with status and headers. */
  getFile(input: GetFileInput, call?: CallOptions): Promise<HttpResponse<File>>;

  /** {@link VaultOperations.getFileContent} with status and headers. */
  getFileContent(input: GetFileContentInput, call?: CallOptions): Promise<HttpResponse<BinaryContent>>;

  /** {@link VaultOperations.listActivity} with status and headers. */
  listActivity(input?: ListActivityInput, call?: CallOptions): Promise<HttpResponse<APIRequest[]>>;

  /** {@link VaultOperations.getHeartbeat} with status and headers. */
  getHeartbeat(call?: CallOptions): Promise<HttpResponse<string>>;

  /** {@link VaultOperations.getHealth} with status and headers. */
  getHealth(call?: CallOptions): Promise<HttpResponse<ServerHealth>>;

  /** {@link VaultOperations.getMetrics} with status and headers. */
  getMetrics(call?: CallOptions): Promise<HttpResponse<string>>;
}

/** JSON error bodies by operation and status. */
export interface VaultErrors {
  readonly listVaults: { readonly 400: ErrorResponse; readonly 401: ErrorResponse };
  readonly getVault: { readonly 400: ErrorResponse; readonly 401: ErrorResponse; readonly 403: ErrorResponse; readonly 404: ErrorResponse };
  readonly listItems: { readonly 400: ErrorResponse; readonly 401: ErrorResponse; readonly 403: ErrorResponse; readonly 404: ErrorResponse };
  readonly createItem: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 403: ErrorResponse;
    readonly 404: ErrorResponse;
    readonly 409: ErrorResponse;
    readonly 413: ErrorResponse;
    readonly 415: ErrorResponse;
  };
  readonly getItem: { readonly 400: ErrorResponse; readonly 401: ErrorResponse; readonly 403: ErrorResponse; readonly 404: ErrorResponse };
  readonly replaceItem: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 403: ErrorResponse;
    readonly 404: ErrorResponse;
    readonly 409: ErrorResponse;
    readonly 413: ErrorResponse;
    readonly 415: ErrorResponse;
  };
  readonly patchItem: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 403: ErrorResponse;
    readonly 404: ErrorResponse;
    readonly 409: ErrorResponse;
    readonly 413: ErrorResponse;
    readonly 415: ErrorResponse;
  };
  readonly deleteItem: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 403: ErrorResponse;
    readonly 404: ErrorResponse;
    readonly 409: ErrorResponse;
  };
  readonly listFiles: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 403: ErrorResponse;
    readonly 404: ErrorResponse;
    readonly 413: ErrorResponse;
  };
  readonly getFile: {
    readonly 400: ErrorResponse;
    readonly 401: ErrorResponse;
    readonly 403: ErrorResponse;
    readonly 404: ErrorResponse;
    readonly 413: ErrorResponse;
  };
  readonly getFileContent: { readonly 400: ErrorResponse; readonly 401: ErrorResponse; readonly 403: ErrorResponse; readonly 404: ErrorResponse };
  readonly listActivity: { readonly 400: ErrorResponse; readonly 401: ErrorResponse };
}

/**
 * Returns whether an error is the response of an operation with a status, and narrows its body to the type in {@link VaultErrors}. Checks that the body is
 * JSON, but not its content.
 */
export const isVaultError = isErrorOf as ErrorGuard<VaultErrors>;

/** A client for the vault service, with a method for each operation. It keeps no connection; create one client for each token. */
export interface VaultClient extends VaultOperations {
  /** The same methods; they also return status and headers of the response. */
  readonly raw: VaultRawOperations;
}

/**
 * Returns a client for the vault service. It sends no request until a method is called.
 *
 * @param options `baseUrl` is required. Operations that require a token need `token`.
 * @throws ConfigurationError for an invalid option, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: process.env.KEYWRIGHT_VAULT_TOKEN });
 * const vaults = await vault.listVaults();
 * ```
 */
export function createVaultClient(options: ClientOptions): VaultClient {
  return createClient<VaultOperations, VaultRawOperations>(
    { operations, pages: { offset: offsetPages }, writeUrl, readBytes, maskSecrets, errorTexts: { message: [["message"]] } },
    options,
  );
}
