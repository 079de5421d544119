// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { feedOf } from "@keywright/core/feeds";
import type { AuditEvent, ListAuditLogsInput, ManagementOperations } from "./client.ts";

/**
 * Follows `listAuditLogs` without losing an event: each page is committed to the `store` once it is handled.
 *
 * @param client A client of the management service.
 * @param options A `store` is needed; of the operation's own input, `filter`, `q`, `limit` may stand beside. They count from the checkpoint on, also where they
 * were changed meanwhile.
 * @see specs/management `listAuditLogs`
 */
export const auditLogFeed = /* @__PURE__ */ feedOf<Pick<ManagementOperations, "listAuditLogs">, AuditEvent, Pick<ListAuditLogsInput, "filter" | "q" | "limit">>({
  operationId: "listAuditLogs",
  style: "next-link-live",
  cursor: "after",
  since: "since",
  id: "id",
  time: "published",
  inputs: ["filter", "q", "limit"],
});
