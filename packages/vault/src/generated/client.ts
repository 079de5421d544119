// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { BinaryContent, CallOptions, ClientOptions, Filter, Paginator, HttpResponse } from "@keywright/core";
import type { ErrorGuard } from "@keywright/core/client";
import { createClient, isErrorOf, maskSecrets, offsetPages, readBytes, writeUrl } from "@keywright/core/client";
import { operations } from "./operations.ts";
import type * as schema from "./schema.ts";

/** One request that the server has answered or refused, as it recorded it. */
export interface APIRequest extends schema.APIRequest {}

/** What was done, or tried. Other values may appear. */
export type ActivityAction = schema.ActivityAction;

/** Who made a request, by which token and from where. */
export interface ActivityActor extends schema.ActivityActor {}

/** What a request was about. */
export interface ActivityResource extends schema.ActivityResource {}

/** Whether a request was about an item or a vault. Other values may appear. */
export type ActivityResourceType = schema.ActivityResourceType;

/** Whether the request was carried out or refused. Other values may appear. */
export type ActivityResult = schema.ActivityResult;

/** Adds what is not there yet, as RFC 6902 says. With the path `/fields` the value, a field, is put after the fields that are there (public material). */
export interface AddOperation extends schema.AddOperation {}

/** A set of characters. `LETTERS` and `DIGITS` are documented, `SYMBOLS` is known from public material; others may exist and may be sent. */
export type CharacterSet = schema.CharacterSet;

/** The state of a dependency. The two values are those that have been seen; the complete set is not documented, so others may appear. */
export type DependencyStatus = schema.DependencyStatus;

/** What every refusal of the server looks like. */
export interface ErrorResponse extends schema.ErrorResponse {}

/** A field of an item, as the server returns it. */
export interface Field extends schema.Field {}

/**
 * Marks a field as the username, the password or the notes; it stands instead of a type there. The empty string is known from public material and says that the
 * field has no purpose. Other values may appear.
 */
export type FieldPurpose = schema.FieldPurpose;

/**
 * A field of an item that is being replaced: a field as it was read, or a new one. Not documented as a shape of its own; chosen: everything that a field of a
 * returned item has is accepted, and `generate` and `recipe` besides. A member that is null counts as left out (public material).
 */
export interface FieldReplacement extends schema.FieldReplacement {}

/**
 * What a field's value is. `OTP` holds an `otpauth://` address; `DATE` a day as YYYY-MM-DD; `MONTH_YEAR` a month, as YYYYMM or YYYY/MM (public material). The
 * first seven are documented, the other nine known from public material, and servers add types, so any other value may appear and may be sent.
 */
export type FieldType = schema.FieldType;

/** A file attached to an item. */
export interface File extends schema.File {}

/** A file that comes back in the item that it was read with. The server passes it over; a member that is null counts as left out (public material). */
export interface FileAsRead extends schema.FileAsRead {}

/**
 * How a value that the server generates is made. It serves where `generate` is true; without a recipe the server takes 32 characters of letters, digits and
 * symbols (public material). A member that is null counts as left out (public material).
 */
export interface GeneratorRecipe extends schema.GeneratorRecipe {}

/** An item with everything that is in it. */
export interface Item extends schema.Item {}

/** What kind of thing an item is. `DOCUMENT` and `CUSTOM` can only be read: no item is created with them. Other values may appear. */
export type ItemCategory = schema.ItemCategory;

/** An item as the list shows it, without its fields and sections. Read the item itself for these. */
export interface ItemOverview extends schema.ItemOverview {}

/**
 * Changes to an item, in the form of RFC 6902, made one after the other. An empty list changes nothing (public material). Of the operations of the standard
 * only `add`, `remove` and `replace` exist here. Not documented but chosen: 1000 operations are the most.
 */
export type ItemPatch = schema.ItemPatch;

/** Points to an item by its id. */
export interface ItemReference extends schema.ItemReference {}

/**
 * An item that takes the place of another: what was read, changed where needed, or one of your own with a vault and a category. Not documented beyond being an
 * item; chosen: whatever a read returned is accepted, what the server assigns (id, version, times, files and the like) included. Servers are known to accept
 * `createdAt`, `updatedAt` and `version` so, and fields without an id. An optional member that is null counts as left out (public material).
 */
export interface ItemReplacement extends schema.ItemReplacement {}

/** Says that an item is archived or deleted. Member and values are known from public material; other values may appear. */
export type ItemState = schema.ItemState;

/** An address that an item belongs to. Its members are known from public material. */
export interface ItemUrl extends schema.ItemUrl {}

/** One change. `op` says which; `add` and `replace` need a `value`. */
export type JsonPatchOperation = schema.JsonPatchOperation;

/**
 * An RFC 6901 JSON Pointer: `/title`, `/tags/1`, `/fields/FIELD_ID` for a field by its id, `/fields/FIELD_ID/label` for an attribute of it. Inside an id, write
 * `~0` for a tilde and `~1` for a slash. A single slash is the whole item; that and `/tags/1` are known from public material.
 */
export type JsonPatchPath = schema.JsonPatchPath;

/**
 * A field of an item that is being created. Give `purpose` for the username, the password and the notes, and `type` for every other field. Give either a
 * `value`, or `generate` to have one made by the server. A member that is null counts as left out (public material).
 */
export interface NewField extends schema.NewField {}

/**
 * The purpose of a field that is being created, given instead of a type. The empty string, known from public material, says that the field has none, as leaving
 * the member out does.
 */
export type NewFieldPurpose = schema.NewFieldPurpose;

/**
 * An item to create. The server assigns its id, version, times and everything else that is not listed here. An optional member that is null counts as left out
 * (public material).
 */
export interface NewItem extends schema.NewItem {}

/** What kind of thing a new item is. `DOCUMENT` and `CUSTOM`, which a server may return, cannot be created. */
export type NewItemCategory = schema.NewItemCategory;

/** An address of an item that is being written. A member that is null counts as left out. All of this is known from public material. */
export interface NewItemUrl extends schema.NewItemUrl {}

/** A heading of an item that is being written. */
export interface NewSection extends schema.NewSection {}

/** What the server knows about a password. */
export interface PasswordDetails extends schema.PasswordDetails {}

/**
 * Password details that come back in the field that they were read with. The server passes them over; a member that is null counts as left out (public
 * material).
 */
export interface PasswordDetailsAsRead extends schema.PasswordDetailsAsRead {}

/** How strong a password is. The values are known from public material; others may appear. */
export type PasswordStrength = schema.PasswordStrength;

/** Takes away what `path` points to. */
export interface RemoveOperation extends schema.RemoveOperation {}

/** Sets what `path` points to, which must be there already. */
export interface ReplaceOperation extends schema.ReplaceOperation {}

/** A heading under which fields are grouped. */
export interface Section extends schema.Section {}

/** Points to a section of the same item by its id. */
export interface SectionReference extends schema.SectionReference {}

/** The server's name and version, and the state of what it depends on. */
export interface ServerHealth extends schema.ServerHealth {}

/** Something that the server depends on. */
export interface ServiceDependency extends schema.ServiceDependency {}

/** A vault with its versions and the number of its items. */
export interface Vault extends schema.Vault {}

/** A vault as the list shows it, by id and name. Servers may add more members of a vault. */
export interface VaultOverview extends schema.VaultOverview {}

/** Points to a vault by its id. */
export interface VaultReference extends schema.VaultReference {}

/**
 * Whose vault it is: `EVERYONE` is shared by the whole team, `PERSONAL` is the private vault of the server, `USER_CREATED` was made by somebody. `TRANSFER` is
 * known from public material. Other values may appear.
 */
export type VaultType = schema.VaultType;

/** The input of {@link VaultOperations.listVaults}. */
export interface ListVaultsInput {
  /**
   * Which vaults to list, as a SCIM-style expression: an attribute, an operator, and a value in double quotes, as in `name eq "Production"`. The value is
   * written as in JSON, so a quote in it becomes `\"`. The documented attribute is `name`; clients in use send `title eq "Production"`, which servers accept
   * too (public material). Absent means every vault. Not documented but chosen: 1 to 16384 characters.
   */
  readonly filter?: Filter;
}

/** The input of {@link VaultOperations.getVault}. */
export interface GetVaultInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
}

/** The input of {@link VaultOperations.listItems}. */
export interface ListItemsInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /**
   * Which items to list, as a SCIM-style expression: an attribute, an operator, and a value in double quotes, as in `title eq "Finance portal"` or `tag eq
   * "production"`. The value is written as in JSON, so a quote in it becomes `\"`. The attributes are `title` and `tag`; `title co "portal"`, for a part of the
   * title, is known from public material. Absent means every item. Not documented but chosen: 1 to 16384 characters.
   */
  readonly filter?: Filter;
}

/** The input of {@link VaultOperations.createItem}. */
export interface CreateItemInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item to create. */
  readonly body: NewItem;
}

/** The input of {@link VaultOperations.getItem}. */
export interface GetItemInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
}

/** The input of {@link VaultOperations.replaceItem}. */
export interface ReplaceItemInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** The item that takes the place of the other. */
  readonly body: ItemReplacement;
}

/** The input of {@link VaultOperations.patchItem}. */
export interface PatchItemInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** The changes, in the order in which they are made. */
  readonly body: ItemPatch;
}

/** The input of {@link VaultOperations.deleteItem}. */
export interface DeleteItemInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
}

/** The input of {@link VaultOperations.listFiles}. */
export interface ListFilesInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** Whether to send the content along, in Base64. Absent means without content. */
  readonly inline_content?: boolean;
  /** Another name of `inline_content`, known from public material. The content is sent along if one of the two is true. */
  readonly inline_files?: boolean;
}

/** The input of {@link VaultOperations.getFile}. */
export interface GetFileInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** The file's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly fileUUID: string;
  /** Whether to send the content along, in Base64. Absent means without content. */
  readonly inline_content?: boolean;
  /** Another name of `inline_content`, known from public material. The content is sent along if one of the two is true. */
  readonly inline_files?: boolean;
}

/** The input of {@link VaultOperations.getFileContent}. */
export interface GetFileContentInput {
  /** The vault's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly vaultUUID: string;
  /** The item's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly itemUUID: string;
  /** The file's UUID, 26 lower-case letters or digits. Matches `^[\da-z]{26}$`. */
  readonly fileUUID: string;
}

/** The input of {@link VaultOperations.listActivity}. */
export interface ListActivityInput {
  /**
   * How many records a page has at most. 1 or more; absent means 50 (public material). An upper bound is not documented; chosen: 2^53 - 1. From 1 to
   * 9007199254740991. Default: 50.
   */
  readonly limit?: number;
  /**
   * How many records to skip from the start of the list. 0 or more; absent means 0 (public material). An upper bound is not documented; chosen: 2^53 - 1. From
   * 0 to 9007199254740991. Default: 0.
   */
  readonly offset?: number;
}

/** The operations of the vault service: a method each, named by its `operationId`. */
export interface VaultOperations {
  /**
   * Lists the vaults that the token opens.
   *
   * Answers with ids and names only; `getVault` has the rest. The list is complete, there are no pages, and its order is not documented. A slash at the end of
   * the path is accepted by servers too (public material).
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `filter?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Gets one vault with its versions and the number of its items.
   *
   * `contentVersion` and `updatedAt` tell whether anything in the vault has changed.
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `vaultUUID`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The vault.
   * @throws ApiError 400, 401, 403, 404.
   * @example
   * ```ts
   * const answer = await vault.getVault({ vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" });
   * ```
   *
   * @see specs/vault `getVault`
   */
  getVault(input: GetVaultInput, call?: CallOptions): Promise<Vault>;

  /**
   * Lists the items of a vault, without their fields and sections.
   *
   * `getItem` has the fields. The list is complete, there are no pages, and its order is not documented. A slash at the end of the path is accepted by servers
   * too (public material).
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `vaultUUID`, `filter?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Creates an item and gives it as the server stored it.
   *
   * A field with `generate` gets a value that the server makes up, shaped by its `recipe`; the answer has the value. A field belongs to a section
   * when its `section.id` is the id of one of `sections`. The categories `CUSTOM` and `DOCUMENT` cannot be created.
   *
   * Repeating the request makes a second item. A read straight after it may answer 404 for a moment (public material).
   *
   * Needs a token. Not repeated unless it is known not to have happened.
   *
   * @param input `vaultUUID`, `body` (application/json).
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Gets one item with its fields, sections and files.
   *
   * The answer holds secrets in clear text: field values, the current one-time code and earlier passwords. Straight after a create it may be 404 for a moment
   * (public material).
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `vaultUUID`, `itemUUID`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Replaces a whole item and gives it as the server stored it.
   *
   * Send all that is to stay, not just what changes; `patchItem` changes single fields. What `getItem` returned is accepted as it is: servers accept a
   * `createdAt`, `updatedAt` and `version` that come back, and fields without an id (public material). A field with `generate` gets a value that the server
   * makes up, as in `createItem`.
   *
   * Needs a token. Not repeated unless it is known not to have happened.
   *
   * @param input `vaultUUID`, `itemUUID`, `body` (application/json).
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The item that took the other one's place.
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
   * Changes parts of an item and gives it as the server stored it.
   *
   * The body is a JSON Patch (RFC 6902) with the operations `add`, `remove` and `replace` alone. A path is a JSON Pointer (RFC 6901) to an
   * attribute of the item (`/title`), to a field by its id (`/fields/FIELD_ID`) or to an attribute of a field (`/fields/FIELD_ID/label`).
   *
   * From public material: the path `/` is the whole item, `add` to `/fields` puts a field after the others, `/tags/1` is the second tag, an empty
   * list changes nothing. The media type is `application/json`, not that of the standard.
   *
   * What can be changed is what clients write: `title`, `category`, `favorite`, `urls`, `tags`, `sections` and `fields`, and in a field `section`, `purpose`,
   * `type`, `label`, `value`, `generate` and `recipe`. Not documented but chosen: any other path is refused with 400, and so are `remove` of the whole item,
   * a whole field or section whose `id` is not that of the path, and a change after which the item breaks a rule of `replaceItem`.
   *
   * Needs a token. Not repeated unless it is known not to have happened.
   *
   * @param input `vaultUUID`, `itemUUID`, `body` (application/json).
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * There is no body in the answer.
   *
   * Needs a token. Not repeated unless it is known not to have happened.
   *
   * @param input `vaultUUID`, `itemUUID`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Lists the files of an item, with their content if asked for.
   *
   * The list is complete, there are no pages, and its order is not documented. With `inline_content` every file comes with its content, as long as it is
   * smaller than the largest inline size that the server is configured for (in kilobytes), or smaller than 100 kilobytes where the file's size is undefined;
   * otherwise the answer is 413. `getFileContent` has no such limit. A slash at the end of the path is accepted by servers too (public material).
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `vaultUUID`, `itemUUID`, `inline_content?`, `inline_files?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Gets one file's details, with its content if asked for.
   *
   * With `inline_content` the file comes with its content, as long as it is smaller than the largest inline size that the server is configured for (in
   * kilobytes), or smaller than 100 kilobytes where the file's size is undefined; otherwise the answer is 413. `getFileContent` has no such limit.
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `vaultUUID`, `itemUUID`, `fileUUID`, `inline_content?`, `inline_files?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Reads a file's bytes.
   *
   * The bytes are as they were stored, whatever the file holds. Compare their number with `Content-Length`, or with the file's `size`: an answer that was cut
   * off can look complete otherwise.
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `vaultUUID`, `itemUUID`, `fileUUID`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Lists the requests that the server has recorded, page by page.
   *
   * The next page begins at `offset` plus the number of records received; a page without records is the end. The order is not documented; the
   * examples have the newest first. Because requests are recorded all the time, reading this list among them, records can move between two reads:
   * the same one may come twice, so tell them apart by their id, and do not count on seeing every one.
   *
   * The id is `requestID` or `requestId`, and the address `actor.ip` or `actor.requestIp`, depending on the server's version (public material).
   * The server records every API request, refused ones as `DENY`.
   *
   * Needs a token. Safe to repeat.
   *
   * @param input `limit?`, `offset?`.
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns Iterates items; `pages()` iterates pages, each with the position to resume at. Each page: A page of records.
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
   * Asks whether the server is alive.
   *
   * Answers with a single period and needs no token. It says nothing about the server's dependencies; `getHealth` does.
   *
   * Needs no credential. Safe to repeat.
   *
   * @param call For this call: signal, deadlines, when to repeat, headers.
   * @returns The server is alive.
   * @example
   * ```ts
   * const heartbeat = await vault.getHeartbeat();
   * ```
   *
   * @see specs/vault `getHeartbeat`
   */
  getHeartbeat(call?: CallOptions): Promise<string>;

  /**
   * Gets the server's version and the state of what it depends on.
   *
   * Needs no token. A dependency that is not well, such as one that waits for a token, shows in `dependencies`; 200 is the only documented status of the
   * answer.
   *
   * Needs no credential. Safe to repeat.
   *
   * @param call For this call: signal, deadlines, when to repeat, headers.
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
   * Gets the server's metrics in a plain-text exposition format.
   *
   * One metric a line, with lines that begin with `#` for help and type. Needs no token. Which metrics there are depends on the server; those in the example
   * only show the form.
   *
   * Needs no credential. Safe to repeat.
   *
   * @param call For this call: signal, deadlines, when to repeat, headers.
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

/** The same calls with status and headers of a successful answer; what fails is thrown just so. A paginated operation gives one page. */
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

/** The bodies of errors in JSON, by operation and status. */
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
 * Whether an error is the answer of an operation with a status, so that its body has the type of {@link VaultErrors}. The body itself is not checked, only that
 * it is JSON and not text.
 */
export const isVaultError = isErrorOf as ErrorGuard<VaultErrors>;

/** Client of the vault service: a method for each operation of its contract. It holds no connection; create one client for each token. */
export interface VaultClient extends VaultOperations {
  /** The same methods, with status and headers of the response. */
  readonly raw: VaultRawOperations;
}

/**
 * Creates a client of the vault service. Nothing is sent before a method is called.
 *
 * @param options `baseUrl` is required. `token` is required by every operation that needs a token.
 * @throws ConfigurationError if an option cannot work, such as a `baseUrl` with a query.
 * @example
 * ```ts
 * const vault = createVaultClient({ baseUrl: "https://vault.example.com", token: process.env.KEYWRIGHT_VAULT_TOKEN });
 * const vaults = await vault.listVaults();
 * ```
 */
export function createVaultClient(options: ClientOptions): VaultClient {
  return createClient<VaultOperations, VaultRawOperations>({ operations, pages: { offset: offsetPages }, writeUrl, readBytes, maskSecrets }, options);
}
