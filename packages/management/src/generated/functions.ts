// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ClientOptions } from "@keywright/core";
import type { OperationFunction } from "@keywright/core/client";
import { createFunction, maskSecrets, writeUrl } from "@keywright/core/client";
import { basicCredentials, nextLinkLivePages, paginate, pinAddress, readInt64, valueChecks, writeForm } from "@keywright/core/parts";
import type { ManagementOperations, ManagementRawOperations } from "./client.ts";
import * as rows from "./operations.ts";

export { clientSettings } from "@keywright/core/client";
export type { ClientSettings, FunctionSettings } from "@keywright/core/client";

/**
 * Issues an access token.
 *
 * Send the client id and client secret as Basic credentials in the `Authorization` header (RFC 7617). `grant_type` selects the flow:
 * `client_credentials` for the program itself, `authorization_code` for a user who has consented, `refresh_token` to renew a user's token.
 *
 * The client id and client secret can be form fields instead. A request with both is rejected with `invalid_request`.
 *
 * Without `scope` the token has all scopes that are configured for the app. A refresh token is issued only for an authorization code with the scope
 * `offline_access`. It remains valid: a refresh returns no new one.
 *
 * Requires the client id and client secret. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `clientId`, `clientSecret`, `body` (application/x-www-form-urlencoded).
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The token.
 * @throws ApiError 400, 401, 413, 415, 500.
 * @example
 * ```ts
 * const token = await issueToken(management, { clientId, clientSecret, body: { grant_type: "client_credentials", scope: "People.Write Workflows.Runs.Read" } });
 * ```
 *
 * @see specs/management `issueToken`
 */
export const issueToken: OperationFunction<ClientOptions, ManagementOperations["issueToken"], ManagementRawOperations["issueToken"]> = /* @__PURE__ */ createFunction(rows.issueToken, { checks: valueChecks, basicCredentials, maskSecrets, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] }, bodies: { form: writeForm } });

/**
 * Returns one workflow run with the state of its steps, in a page.
 *
 * The page contains the run, or is empty if no run has that id. There is never a next page.
 *
 * Values of workflow variables are left out unless `variables` lists them. A secret (password) variable also requires the scope
 * `Workflows.Runs.ReadSecrets`.
 *
 * Requires a token with `Workflows.Runs.Read`. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `workflowId`, `runId`, `variables?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns A page with the run, or an empty one.
 * @throws ApiError 400, 401, 403, 404, 500.
 * @example
 * ```ts
 * const workflowRun = await getWorkflowRun(management, { workflowId: "5b0e6a5c-3f0e-4a53-9d2a-0c6f6d2c1a01", runId: "c2f4b1de-7a04-4a0b-8f35-1d9f3f0b7a11" });
 * ```
 *
 * @see specs/management `getWorkflowRun`
 */
export const getWorkflowRun: OperationFunction<ClientOptions, ManagementOperations["getWorkflowRun"], ManagementRawOperations["getWorkflowRun"]> = /* @__PURE__ */ createFunction(rows.getWorkflowRun, { checks: valueChecks, writeUrl, maskSecrets, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });

/**
 * Updates fields of a person and returns the updated person.
 *
 * Absent fields keep their value, null clears a field, and at least one field is required. `teams` and `teamIds` replace all memberships and exclude
 * each other, as do `lineManagerId`, `lineManagerEmail` and `lineManager`.
 *
 * A location or cost center is matched by its text and created if it does not exist.
 *
 * Requires a token with `People.Write`. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `id`, `body` (application/json).
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The person after the change.
 * @throws ApiError 400, 401, 403, 404, 409, 413, 415, 500.
 * @example
 * ```ts
 * const person = await updatePerson(management, { id: "3d2c7a10-6b1e-4f0c-9a55-2f7d8e4c1012", body: { jobTitle: "Ledger Consultant" } });
 * ```
 *
 * @see specs/management `updatePerson`
 */
export const updatePerson: OperationFunction<ClientOptions, ManagementOperations["updatePerson"], ManagementRawOperations["updatePerson"]> = /* @__PURE__ */ createFunction(rows.updatePerson, { checks: valueChecks, writeUrl, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });

/**
 * Applies a SCIM patch to a user and returns the updated user.
 *
 * Each operation of the patch has a `path`: the attribute to change, with a dot before a sub-attribute (`name.familyName`). Set `active` to false to
 * suspend the user's access.
 *
 * `userName` cannot be changed. The service assigns `id`, `displayName`, `preferredLanguage` and `meta`. It stores only the first value of
 * `phoneNumbers`. The value of a role is the name of an existing role. Users who are managed by the system or by an endpoint management integration
 * (EPM-managed) cannot be changed: 403.
 *
 * Requires a token with `Users.Write`. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `userId`, `body` (application/scim+json).
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The user after the patch.
 * @throws ApiError 400, 401, 403, 404, 413, 415, 500.
 * @example
 * ```ts
 * const scimUser = await patchScimUser(management, { userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002", body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"], Operations: [{ op: "replace", path: "active", value: false }] } });
 * ```
 *
 * @see specs/management `patchScimUser`
 */
export const patchScimUser: OperationFunction<ClientOptions, ManagementOperations["patchScimUser"], ManagementRawOperations["patchScimUser"]> = /* @__PURE__ */ createFunction(rows.patchScimUser, { checks: valueChecks, writeUrl, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });

/**
 * Removes a user's access to the service.
 *
 * Users who are managed by the system or by an endpoint management integration (EPM-managed) cannot be deleted: 400. An attempt to change them returns 403.
 *
 * Requires a token with `Users.Write`. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `userId`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The user no longer has access.
 * @throws ApiError 400, 401, 403, 404, 500.
 * @example
 * ```ts
 * await deleteScimUser(management, { userId: "7e51c0f2-0d4b-4c6a-8b21-5a9e3d7f0002" });
 * ```
 *
 * @see specs/management `deleteScimUser`
 */
export const deleteScimUser: OperationFunction<ClientOptions, ManagementOperations["deleteScimUser"], ManagementRawOperations["deleteScimUser"]> = /* @__PURE__ */ createFunction(rows.deleteScimUser, { writeUrl, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });

/**
 * Returns audit events, oldest first. The list continues with new events.
 *
 * Without `since` the list begins 7 days ago. It has no end: every page has a `next`, including the last one. Read until a page is empty, then poll the
 * same position for new events.
 *
 * The position is the `after` parameter of `next`. Send the other parameters again with it.
 *
 * Requires a token with `AuditLog.Read`. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `filter?`, `q?`, `since?`, `until?`, `after?`, `limit?`, `sortOrder?`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of events.
 * @throws ApiError 400, 401, 403, 500.
 * @example
 * ```ts
 * for await (const entry of listAuditLogs(management)) console.log(entry);
 * ```
 *
 * @see specs/management `listAuditLogs`
 */
export const listAuditLogs: OperationFunction<ClientOptions, ManagementOperations["listAuditLogs"], ManagementRawOperations["listAuditLogs"]> = /* @__PURE__ */ createFunction(rows.listAuditLogs, { paginate, pages: { "next-link-live": nextLinkLivePages }, writeUrl, readInt64, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });

/**
 * Returns the whole tree of application categories.
 *
 * The response is the top node, and every node contains its child nodes. The depth is not limited, and there are no pages.
 *
 * Requires a token with `Apps.Read`. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The top node, with all nodes below it.
 * @throws ApiError 401, 403, 500.
 * @example
 * ```ts
 * const appCategories = await listAppCategories(management);
 * ```
 *
 * @see specs/management `listAppCategories`
 */
export const listAppCategories: OperationFunction<ClientOptions, ManagementOperations["listAppCategories"], ManagementRawOperations["listAppCategories"]> = /* @__PURE__ */ createFunction(rows.listAppCategories, { errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });

/**
 * Fires the signal that a waiting run waits for, so that the run continues.
 *
 * The address is the `href` of an action of a waiting step. The operation has no path in this contract, because the service returns the whole URL.
 *
 * The request has no body, and clients do not read the body of a successful response. A signal that was already fired, or whose step has continued
 * after a timer, is rejected.
 *
 * Requires a token with `Workflows.Runs.Execute`. Not retried unless the client knows that the service did not process it.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param input `href`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The signal was fired. Any other 2xx status is a success, too.
 * @throws ArgumentError if `href` does not have the origin of `baseUrl`, the only origin that tokens are sent to. No request is sent.
 * @throws ApiError 401, 403, 404, 500.
 * @example
 * ```ts
 * await fireSignal(management, { href });
 * ```
 *
 * @see specs/management `fireSignal`
 */
export const fireSignal: OperationFunction<ClientOptions, ManagementOperations["fireSignal"], ManagementRawOperations["fireSignal"]> = /* @__PURE__ */ createFunction(rows.fireSignal, { pinAddress, errorTexts: { message: [["message"]], traceId: [["traceId"], ["extensions", "traceId"]] } });
