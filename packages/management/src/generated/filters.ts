// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { filterBuilder } from "@keywright/core/client";

/**
 * Builds filters for `listAuditLogs`, such as `listAuditLogsFilter.eq("actor.alternateId", value)`. Escapes values, and throws for other attributes and operators.
 *
 * @see specs/management `listAuditLogs`
 */
export const listAuditLogsFilter = /* @__PURE__ */ filterBuilder({
  attributes: {
    "actor.alternateId": "string",
    "actor.detail": "string",
    "actor.displayName": "string",
    "actor.id": "string",
    "actor.type": "string",
    "client.ipAddress": "string",
    details: "string",
    eventType: "string",
    id: "number",
    published: "date",
    "target.alternateId": "string",
    "target.displayName": "string",
    "target.id": "string",
    "target.type": "string",
    uuid: "number",
  },
  operators: ["eq", "ne", "co", "sw", "ew", "pr", "gt", "ge", "lt", "le"],
});
