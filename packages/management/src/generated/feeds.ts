// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { feedOf, type FeedOptions } from "@keywright/core/feeds";
import type { AuditEvent, ListAuditLogsInput, ManagementOperations } from "./client.ts";

/** The options of {@link auditLogFeed}. */
export interface AuditLogFeedOptions extends FeedOptions<AuditEvent>, Pick<ListAuditLogsInput, "filter" | "q" | "limit"> {}

/**
 * Follows `listAuditLogs` without losing an event: each page is committed to the `store` once it is processed.
 *
 * @param client A client for the management service.
 * @param options `store` is required. `filter`, `q`, `limit` of the operation's input are optional; they apply from the checkpoint on, even if they have
 * changed.
 * @see specs/management `listAuditLogs`
 */
export const auditLogFeed = /* @__PURE__ */ feedOf<Pick<ManagementOperations, "listAuditLogs">, AuditEvent, AuditLogFeedOptions>({
  name: "auditLogFeed",
  operationId: "listAuditLogs",
  style: "next-link-live",
  cursor: "after",
  since: "since",
  sinceForm: {
    pattern: "^(?:\\d{4}(-?)(?:(?:0[1-9]|1[0-2])\\1(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])\\1(?:29|30)|(?:0[13578]|1[02])\\1(?:31))|(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)(-?)02\\2(?:29))(?:[Tt ](?:[01]\\d|2[0-3])(?::?[0-5]\\d(?::?(?:[0-5]\\d|60)(?:[.,]\\d+)?)?)?(?:[Zz]|[+-](?:[01]\\d|2[0-3])(?::?[0-5]\\d)?)?)?$",
    expected: "a date or time of ISO 8601 that exists, such as 2026-11-20 or 2026-11-20T08:00:00Z",
  },
  items: "results",
  id: "id",
  time: "published",
  inputs: ["filter", "q", "limit"],
  others: ["until", "after", "sortOrder"],
});
