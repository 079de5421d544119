// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import type { ClientOptions } from "@keywright/core";
import type { OperationFunction } from "@keywright/core/client";
import { createFunction } from "@keywright/core/client";
import { cursorBodyPages, paginate, valueChecks } from "@keywright/core/parts";
import type { EventsOperations, EventsRawOperations } from "./client.ts";
import * as rows from "./operations.ts";

export { clientSettings } from "@keywright/core/client";
export type { ClientSettings, FunctionSettings } from "@keywright/core/client";

/**
 * Returns the features of the token, its integration and the time at which it was issued.
 *
 * Accepts any valid token, whatever its features. An event operation responds with 401 if its feature is not in the list. The request has no body and no
 * parameters.
 *
 * Requires a token. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns The token is valid.
 * @throws ApiError 400, 401, 429, 500.
 * @example
 * ```ts
 * const result = await introspect(events);
 * ```
 *
 * @see specs/events `introspect`
 */
export const introspect: OperationFunction<ClientOptions, EventsOperations["introspect"], EventsRawOperations["introspect"]> = /* @__PURE__ */ createFunction(rows.introspect, { errorTexts: { message: [["message"], ["Error", "Message"]] } });

/**
 * Returns audit events page by page, from a start time or a cursor.
 *
 * Returns what users did in the account. The body has either `limit`, `start_time` and `end_time` to start at a time (by default the last hour,
 * 100 events a page), or the `cursor` of the previous response to continue, never both.
 *
 * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
 * The order of the events is not specified.
 *
 * Requires a token with `auditevents`. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param start The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object
 * reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. Default: `{}`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of audit events.
 * @throws ApiError 400, 401, 413, 415, 429, 500.
 * @example
 * ```ts
 * for await (const entry of listAuditEvents(events, { limit: 100, start_time: "2026-03-02T08:00:00Z" })) console.log(entry);
 * ```
 *
 * @see specs/events `listAuditEvents`
 */
export const listAuditEvents: OperationFunction<ClientOptions, EventsOperations["listAuditEvents"], EventsRawOperations["listAuditEvents"]> = /* @__PURE__ */ createFunction(rows.listAuditEvents, { paginate, checks: valueChecks, pages: { "cursor-body": cursorBodyPages }, errorTexts: { message: [["message"], ["Error", "Message"]] } });

/**
 * Returns item usages page by page, from a start time or a cursor.
 *
 * Returns which items in shared vaults were changed, opened or used. Other vaults are not included. The body has either `limit`, `start_time` and
 * `end_time` to start at a time (by default the last hour, 100 events a page), or the `cursor` of the previous response to continue, never both.
 *
 * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
 * The order of the events is not specified.
 *
 * Requires a token with `itemusages`. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param start The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object
 * reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. Default: `{}`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of item usages.
 * @throws ApiError 400, 401, 413, 415, 429, 500.
 * @example
 * ```ts
 * for await (const entry of listItemUsages(events, { limit: 100, start_time: "2026-03-02T08:00:00Z" })) console.log(entry);
 * ```
 *
 * @see specs/events `listItemUsages`
 */
export const listItemUsages: OperationFunction<ClientOptions, EventsOperations["listItemUsages"], EventsRawOperations["listItemUsages"]> = /* @__PURE__ */ createFunction(rows.listItemUsages, { paginate, checks: valueChecks, pages: { "cursor-body": cursorBodyPages }, errorTexts: { message: [["message"], ["Error", "Message"]] } });

/**
 * Returns sign-in attempts page by page, from a start time or a cursor.
 *
 * Returns who tried to sign in, when and from where, and the cause if the attempt failed. The body has either `limit`, `start_time` and `end_time` to
 * start at a time (by default the last hour, 100 events a page), or the `cursor` of the previous response to continue, never both.
 *
 * With `has_more: false` there are no more events at the moment: store the cursor and poll with it later. A page can be empty although there is more.
 * The order of the events is not specified.
 *
 * Requires a token with `signinattempts`. Retried automatically.
 *
 * @param settings The options of the client: one object for all calls, which the first call reads.
 * @param start The position to read from: either `cursor` to continue after an earlier response, or the other properties to start at a time. An empty object
 * reads the last hour, 100 events a page. Next to a `cursor`, servers ignore the others. Default: `{}`.
 * @param call Options for this call: signal, timeouts, retries, headers.
 * @returns Iterates items; `pages()` iterates pages, each with the position after it. Each page: A page of sign-in attempts.
 * @throws ApiError 400, 401, 413, 415, 429, 500.
 * @example
 * ```ts
 * for await (const entry of listSignInAttempts(events, { limit: 100, start_time: "2026-03-02T07:00:00Z" })) console.log(entry);
 * ```
 *
 * @see specs/events `listSignInAttempts`
 */
export const listSignInAttempts: OperationFunction<ClientOptions, EventsOperations["listSignInAttempts"], EventsRawOperations["listSignInAttempts"]> = /* @__PURE__ */ createFunction(rows.listSignInAttempts, { paginate, checks: valueChecks, pages: { "cursor-body": cursorBodyPages }, errorTexts: { message: [["message"], ["Error", "Message"]] } });
