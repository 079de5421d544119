// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { feedOf, type FeedOptions } from "@keywright/core/feeds";
import type { AuditEvent, ListAuditLogsInput, ManagementOperations } from "./client.ts";

/** The options of {@link auditLogFeed}. */
export interface AuditLogFeedOptions extends FeedOptions<AuditEvent>, Pick<ListAuditLogsInput, "filter" | "q" | "limit"> {}

/**
 * Follows `listAuditLogs` without losing an event: each page is committed to the `store` once it is handled.
 *
 * @param client A client of the management service.
 * @param options A `store` is needed; of the operation's own input, `filter`, `q`, `limit` may stand beside. They count from the checkpoint on, also where they
 * were changed meanwhile.
 * @see specs/management `listAuditLogs`
 */
export const auditLogFeed = /* @__PURE__ */ feedOf<Pick<ManagementOperations, "listAuditLogs">, AuditEvent, AuditLogFeedOptions>({
  name: "auditLogFeed",
  operationId: "listAuditLogs",
  style: "next-link-live",
  cursor: "after",
  since: "since",
  id: "id",
  time: "published",
  inputs: ["filter", "q", "limit"],
  others: ["until", "after", "sortOrder"],
});
