// Generated from specs/events/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { feedOf } from "@keywright/core/feeds";
import type { AuditEvent, EventsOperations, EventsRequest, ItemUsage, SignInAttempt } from "./client.ts";

/**
 * Follows `listAuditEvents` without losing an event: each page is committed to the `store` once it is handled.
 *
 * @param client A client of the events service.
 * @param options A `store` is needed; of the operation's own input, `limit` may stand beside. They count where a stream is begun: later pages follow the cursor
 * alone.
 * @see specs/events `listAuditEvents`
 */
export const auditEventFeed = /* @__PURE__ */ feedOf<Pick<EventsOperations, "listAuditEvents">, AuditEvent, Pick<EventsRequest, "limit">>({
  operationId: "listAuditEvents",
  style: "cursor-body",
  cursor: "cursor",
  since: "start_time",
  id: "uuid",
  time: "timestamp",
  inputs: ["limit"],
});

/**
 * Follows `listItemUsages` without losing an event: each page is committed to the `store` once it is handled.
 *
 * @param client A client of the events service.
 * @param options A `store` is needed; of the operation's own input, `limit` may stand beside. They count where a stream is begun: later pages follow the cursor
 * alone.
 * @see specs/events `listItemUsages`
 */
export const itemUsageFeed = /* @__PURE__ */ feedOf<Pick<EventsOperations, "listItemUsages">, ItemUsage, Pick<EventsRequest, "limit">>({
  operationId: "listItemUsages",
  style: "cursor-body",
  cursor: "cursor",
  since: "start_time",
  id: "uuid",
  time: "timestamp",
  inputs: ["limit"],
});

/**
 * Follows `listSignInAttempts` without losing an event: each page is committed to the `store` once it is handled.
 *
 * @param client A client of the events service.
 * @param options A `store` is needed; of the operation's own input, `limit` may stand beside. They count where a stream is begun: later pages follow the cursor
 * alone.
 * @see specs/events `listSignInAttempts`
 */
export const signInAttemptFeed = /* @__PURE__ */ feedOf<Pick<EventsOperations, "listSignInAttempts">, SignInAttempt, Pick<EventsRequest, "limit">>({
  operationId: "listSignInAttempts",
  style: "cursor-body",
  cursor: "cursor",
  since: "start_time",
  id: "uuid",
  time: "timestamp",
  inputs: ["limit"],
});
