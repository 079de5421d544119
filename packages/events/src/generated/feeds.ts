// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { feedOf, type FeedOptions } from "@keywright/core/feeds";
import type { AuditEvent, EventsOperations, EventsRequest, ItemUsage, SignInAttempt } from "./client.ts";

/** The options of {@link auditEventFeed}. */
export interface AuditEventFeedOptions extends FeedOptions<AuditEvent>, Pick<EventsRequest, "limit"> {}

/**
 * Follows `listAuditEvents` without losing an event: each page is committed to the `store` once it is processed.
 *
 * @param client A client for the events service.
 * @param options `store` is required. `limit` of the operation's input are optional; they apply when the feed starts: later pages depend only on the cursor.
 * @see specs/events `listAuditEvents`
 */
export const auditEventFeed = /* @__PURE__ */ feedOf<Pick<EventsOperations, "listAuditEvents">, AuditEvent, AuditEventFeedOptions>({
  name: "auditEventFeed",
  operationId: "listAuditEvents",
  style: "cursor-body",
  cursor: "cursor",
  since: "start_time",
  items: "items",
  id: "uuid",
  time: "timestamp",
  inputs: ["limit"],
  others: ["cursor", "end_time"],
});

/** The options of {@link itemUsageFeed}. */
export interface ItemUsageFeedOptions extends FeedOptions<ItemUsage>, Pick<EventsRequest, "limit"> {}

/**
 * Follows `listItemUsages` without losing an event: each page is committed to the `store` once it is processed.
 *
 * @param client A client for the events service.
 * @param options `store` is required. `limit` of the operation's input are optional; they apply when the feed starts: later pages depend only on the cursor.
 * @see specs/events `listItemUsages`
 */
export const itemUsageFeed = /* @__PURE__ */ feedOf<Pick<EventsOperations, "listItemUsages">, ItemUsage, ItemUsageFeedOptions>({
  name: "itemUsageFeed",
  operationId: "listItemUsages",
  style: "cursor-body",
  cursor: "cursor",
  since: "start_time",
  items: "items",
  id: "uuid",
  time: "timestamp",
  inputs: ["limit"],
  others: ["cursor", "end_time"],
});

/** The options of {@link signInAttemptFeed}. */
export interface SignInAttemptFeedOptions extends FeedOptions<SignInAttempt>, Pick<EventsRequest, "limit"> {}

/**
 * Follows `listSignInAttempts` without losing an event: each page is committed to the `store` once it is processed.
 *
 * @param client A client for the events service.
 * @param options `store` is required. `limit` of the operation's input are optional; they apply when the feed starts: later pages depend only on the cursor.
 * @see specs/events `listSignInAttempts`
 */
export const signInAttemptFeed = /* @__PURE__ */ feedOf<Pick<EventsOperations, "listSignInAttempts">, SignInAttempt, SignInAttemptFeedOptions>({
  name: "signInAttemptFeed",
  operationId: "listSignInAttempts",
  style: "cursor-body",
  cursor: "cursor",
  since: "start_time",
  items: "items",
  id: "uuid",
  time: "timestamp",
  inputs: ["limit"],
  others: ["cursor", "end_time"],
});
