// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

import { ecsOf, ocsfOf } from "@keywright/core/formats";
import type { AuditEvent } from "./client.ts";

export type { EcsEvent, OcsfEvent, Formatted } from "@keywright/core/formats";

const CLASSES = {
  entity_management: { class_uid: 3004, class_name: "Entity Management", category_uid: 3, category_name: "Identity & Access Management", activities: {} },
};

/**
 * Converts an event of `listAuditLogs` to the Elastic Common Schema (ECS). `unknown` has the properties with values that the contract does not have.
 *
 * @see specs/management `x-ecs`
 */
export const auditLogToEcs = /* @__PURE__ */ ecsOf<AuditEvent>("auditLogToEcs", [
  ["/id", "event.id"],
  ["/published", "@timestamp"],
  ["/eventType", "event.action"],
  ["/client/ipAddress", "source.ip"],
  ["/client/ipAddress", "related.ip[]"],
  ["/target/0/id", "entity.target.id"],
  ["/target/0/type", "entity.target.sub_type"],
  ["/target/0/displayName", "entity.target.name"],
  ["/actor/id", "user.id"],
  ["/actor/type", "user.roles[]"],
  ["/actor/displayName", "user.full_name"],
  ["", "event.dataset", "auditlogs"],
  ["", "event.category", ["iam"]],
  ["", "event.type", ["info"]],
  ["", "event.outcome", "unknown"],
  ["", "ecs.version", "9.5.0-dev"],
  ["", "event.kind", "event"],
  ["", "event.provider", "Management service"],
  ["", "@timestamp", "1970-01-01T00:00:00Z"],
]);

/**
 * Converts an event of `listAuditLogs` to the Open Cybersecurity Schema Framework (OCSF). `unknown` has the properties with values that the contract does not
 * have.
 *
 * @see specs/management `x-ocsf`
 */
export const auditLogToOcsf = /* @__PURE__ */ ocsfOf<AuditEvent>("auditLogToOcsf", CLASSES, [
  ["/id", "metadata.uid"],
  ["/id", "metadata.original_event_uid"],
  ["/published", "time", "*", true],
  ["/published", "metadata.original_time"],
  ["/eventType", "metadata.event_code"],
  ["/eventType", "activity"],
  ["/eventType", "activity_name"],
  ["/client/ipAddress", "src_endpoint.ip"],
  ["/target/0/id", "entity.uid"],
  ["/target/0/type", "entity.type"],
  ["/target/0/type", "entity.type_id", 99],
  ["/target/0/displayName", "entity.name"],
  ["/actor/id", "actor.user.uid"],
  ["/actor/type", "actor.user.type"],
  ["/actor/type", "actor.user.type_id", 99],
  ["/actor/displayName", "actor.user.full_name"],
  ["/actor/alternateId", "actor.user.uid_alt"],
  ["/actor", "actor.user.uid|name", "unknown"],
  ["", "class", "entity_management"],
  ["", "entity.uid|name", "unknown"],
  ["", "metadata.log_name", "auditlogs"],
  ["", "status_id", 0],
  ["", "status", "Unknown"],
  ["", "metadata.version", "1.9.0-dev"],
  ["", "metadata.product.name", "Management service"],
  ["", "severity_id", 1],
  ["", "severity", "Informational"],
  ["", "time", 0],
]);
