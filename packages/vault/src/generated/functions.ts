// Generated from specs/vault/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ClientOptions } from "@keywright/core";
import type { OperationFunction } from "@keywright/core/client";
import { createFunction, maskSecrets, writeUrl } from "@keywright/core/client";
import { offsetPages, paginate, readBytes, valueChecks } from "@keywright/core/parts";
import type { VaultOperations, VaultRawOperations } from "./client.ts";
import * as rows from "./operations.ts";

export { clientSettings } from "@keywright/core/client";
export type { ClientSettings, FunctionSettings } from "@keywright/core/client";

/**
 * Returns the vaults that the token can access.
 *
 * The response has ids and names only; `getVault` returns the rest. The list is complete, without pages. Its order is not specified. The path may end with a
 * slash.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `filter?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The vaults, by id and name.
 * @throws ApiError 400, 401.
 * @example
 * ```ts
 * const vaults = await listVaults(vault);
 * ```
 *
 * @see specs/vault `listVaults`
 */
export const listVaults: OperationFunction<ClientOptions, VaultOperations["listVaults"], VaultRawOperations["listVaults"]> = /* @__PURE__ */ createFunction(rows.listVaults, { writeUrl, errorTexts: { message: [["message"]] } });

/**
 * Returns one vault with its versions and the number of its items.
 *
 * If `contentVersion` or `updatedAt` changes, the content of the vault has changed.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The vault.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const result = await getVault(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" });
 * ```
 *
 * @see specs/vault `getVault`
 */
export const getVault: OperationFunction<ClientOptions, VaultOperations["getVault"], VaultRawOperations["getVault"]> = /* @__PURE__ */ createFunction(rows.getVault, { writeUrl, errorTexts: { message: [["message"]] } });

/**
 * Returns the items of a vault, without their fields and sections.
 *
 * `getItem` returns the fields. The list is complete, without pages. Its order is not specified. The path may end with a slash.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `filter?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The items, without fields and sections.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const items = await listItems(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu" });
 * ```
 *
 * @see specs/vault `listItems`
 */
export const listItems: OperationFunction<ClientOptions, VaultOperations["listItems"], VaultRawOperations["listItems"]> = /* @__PURE__ */ createFunction(rows.listItems, { writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

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
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `body` (application/json).
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The item that was created.
 * @throws ApiError 400, 401, 403, 404, 409, 413, 415.
 * @example
 * ```ts
 * const item = await createItem(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", body: {
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
export const createItem: OperationFunction<ClientOptions, VaultOperations["createItem"], VaultRawOperations["createItem"]> = /* @__PURE__ */ createFunction(rows.createItem, { checks: valueChecks, writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

/**
 * Returns one item with its fields, sections and files.
 *
 * The response contains secrets in clear text: field values, the current one-time code and previous passwords. Right after a create it may be 404 for a moment.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The item.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const item = await getItem(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" });
 * ```
 *
 * @see specs/vault `getItem`
 */
export const getItem: OperationFunction<ClientOptions, VaultOperations["getItem"], VaultRawOperations["getItem"]> = /* @__PURE__ */ createFunction(rows.getItem, { writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

/**
 * Replaces a whole item and returns it as stored.
 *
 * Send all properties that the item should keep; `patchItem` changes single fields. The body can be an item that `getItem` returned, including its `createdAt`,
 * `updatedAt` and `version`. Fields may have no id. The server generates a value for a field with `generate`, as in `createItem`.
 *
 * Requires a token. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`, `body` (application/json).
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The item after the replacement.
 * @throws ApiError 400, 401, 403, 404, 409, 413, 415.
 * @example
 * ```ts
 * const item = await replaceItem(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "zkapfsoyz4cdjnva3vg73dlpor", body: {
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
export const replaceItem: OperationFunction<ClientOptions, VaultOperations["replaceItem"], VaultRawOperations["replaceItem"]> = /* @__PURE__ */ createFunction(rows.replaceItem, { checks: valueChecks, writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

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
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`, `body` (application/json).
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The item after the changes.
 * @throws ApiError 400, 401, 403, 404, 409, 413, 415.
 * @example
 * ```ts
 * const item = await patchItem(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", body: [{ op: "replace", path: "/fields/password/value", value: "example-password-2" }] });
 * ```
 *
 * @see specs/vault `patchItem`
 */
export const patchItem: OperationFunction<ClientOptions, VaultOperations["patchItem"], VaultRawOperations["patchItem"]> = /* @__PURE__ */ createFunction(rows.patchItem, { checks: valueChecks, writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

/**
 * Deletes an item.
 *
 * The response has no body.
 *
 * Requires a token. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The item is deleted.
 * @throws ApiError 400, 401, 403, 404, 409.
 * @example
 * ```ts
 * await deleteItem(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" });
 * ```
 *
 * @see specs/vault `deleteItem`
 */
export const deleteItem: OperationFunction<ClientOptions, VaultOperations["deleteItem"], VaultRawOperations["deleteItem"]> = /* @__PURE__ */ createFunction(rows.deleteItem, { writeUrl, errorTexts: { message: [["message"]] } });

/**
 * Returns the files of an item, with their content on request.
 *
 * The list is complete, without pages. Its order is not specified. With `inline_content` the response contains the content of each file, if it is smaller than
 * the server's configured limit (in kilobytes), or than 100 kilobytes if the server does not know the size of the file; otherwise the status is 413.
 * `getFileContent` has no such limit. The path may end with a slash.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`, `inline_content?`, `inline_files?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The files.
 * @throws ApiError 400, 401, 403, 404, 413.
 * @example
 * ```ts
 * const files = await listFiles(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk" });
 * ```
 *
 * @see specs/vault `listFiles`
 */
export const listFiles: OperationFunction<ClientOptions, VaultOperations["listFiles"], VaultRawOperations["listFiles"]> = /* @__PURE__ */ createFunction(rows.listFiles, { writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

/**
 * Returns the details of one file, with its content on request.
 *
 * With `inline_content` the response contains the content of the file, if it is smaller than the server's configured limit (in kilobytes), or than 100
 * kilobytes if the server does not know the size of the file; otherwise the status is 413. `getFileContent` has no such limit.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`, `fileUUID`, `inline_content?`, `inline_files?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The file.
 * @throws ApiError 400, 401, 403, 404, 413.
 * @example
 * ```ts
 * const file = await getFile(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" });
 * ```
 *
 * @see specs/vault `getFile`
 */
export const getFile: OperationFunction<ClientOptions, VaultOperations["getFile"], VaultRawOperations["getFile"]> = /* @__PURE__ */ createFunction(rows.getFile, { writeUrl, maskSecrets, errorTexts: { message: [["message"]] } });

/**
 * Returns the bytes of a file.
 *
 * The response contains the stored bytes, unchanged. Compare their number with `Content-Length` or with the file's `size` to detect an incomplete response.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `vaultUUID`, `itemUUID`, `fileUUID`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The file's bytes.
 * @throws ApiError 400, 401, 403, 404.
 * @example
 * ```ts
 * const fileContent = await getFileContent(vault, { vaultUUID: "iihcwjkpp63v2nsmo436sdbeuu", itemUUID: "u32zhgb7j43k2omdbw7g2jcgsk", fileUUID: "orpr6rjgurmv3bna34n5hdvlgb" });
 * ```
 *
 * @see specs/vault `getFileContent`
 */
export const getFileContent: OperationFunction<ClientOptions, VaultOperations["getFileContent"], VaultRawOperations["getFileContent"]> = /* @__PURE__ */ createFunction(rows.getFileContent, { writeUrl, readBytes, errorTexts: { message: [["message"]] } });

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
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `limit?`, `offset?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of records.
 * @throws ApiError 400, 401.
 * @example
 * ```ts
 * for await (const entry of listActivity(vault)) console.log(entry);
 * ```
 *
 * @see specs/vault `listActivity`
 */
export const listActivity: OperationFunction<ClientOptions, VaultOperations["listActivity"], VaultRawOperations["listActivity"]> = /* @__PURE__ */ createFunction(rows.listActivity, { paginate, pages: { offset: offsetPages }, writeUrl, errorTexts: { message: [["message"]] } });

/**
 * Returns whether the server is running.
 *
 * The response is a single period. Requires no token. `getHealth` returns the state of the server's dependencies.
 *
 * Requires no credentials. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The server is running.
 * @example
 * ```ts
 * const heartbeat = await getHeartbeat(vault);
 * ```
 *
 * @see specs/vault `getHeartbeat`
 */
export const getHeartbeat: OperationFunction<ClientOptions, VaultOperations["getHeartbeat"], VaultRawOperations["getHeartbeat"]> = /* @__PURE__ */ createFunction(rows.getHeartbeat, { errorTexts: { message: [["message"]] } });

/**
 * Returns the server's version and the state of its dependencies.
 *
 * Requires no token. The status is 200 even if a dependency is not active, for example because it waits for a token: check `dependencies`.
 *
 * Requires no credentials. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The server and its dependencies.
 * @example
 * ```ts
 * const health = await getHealth(vault);
 * ```
 *
 * @see specs/vault `getHealth`
 */
export const getHealth: OperationFunction<ClientOptions, VaultOperations["getHealth"], VaultRawOperations["getHealth"]> = /* @__PURE__ */ createFunction(rows.getHealth, { errorTexts: { message: [["message"]] } });

/**
 * Returns the server's metrics in a plain-text exposition format.
 *
 * The response has one metric per line; lines with `#` contain help and type. Requires no token. The metrics depend on the server.
 *
 * Requires no credentials. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The metrics.
 * @example
 * ```ts
 * const metrics = await getMetrics(vault);
 * ```
 *
 * @see specs/vault `getMetrics`
 */
export const getMetrics: OperationFunction<ClientOptions, VaultOperations["getMetrics"], VaultRawOperations["getMetrics"]> = /* @__PURE__ */ createFunction(rows.getMetrics, { errorTexts: { message: [["message"]] } });
