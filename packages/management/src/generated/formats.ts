// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

/** How events become those of another format, as data. */
export interface FormatMapping {
  readonly classes: { readonly [name: string]: { readonly [constant: string]: unknown; readonly activities?: { readonly [name: string]: number } } };
  readonly rules: readonly FormatRule[];
}

/** A property of an event, the path that it sets, to what (by its value), and the kind of value. */
export type FormatRule = readonly [from: string, to: string, result?: Constant | readonly (readonly [result: Constant, values: readonly string[]])[], kind?: string];

type Constant = string | number | boolean | readonly string[];

const ECS_CLASSES = {};

const OCSF_CLASSES = {
  entity_management: { class_uid: 3004, class_name: "Entity Management", category_uid: 3, category_name: "Identity & Access Management", activities: {} },
};

/**
 * Maps an event of `listAuditLogs` to the Elastic Common Schema (ECS), for `ecsFormat` of `@keywright/sinks/formats`.
 *
 * @see specs/management `x-ecs`
 */
export const auditLogToEcs: FormatMapping = {
  classes: ECS_CLASSES,
  rules: [
    ["/id", "event.id"],
    ["/published", "@timestamp", "*", "date"],
    ["/eventType", "event.action"],
    ["/client/ipAddress", "source.ip", "*", "ip"],
    ["/client/ipAddress", "related.ip[]", "*", "ip"],
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
  ],
};

/**
 * Maps an event of `listAuditLogs` to the Open Cybersecurity Schema Framework (OCSF), for `ocsfFormat` of `@keywright/sinks/formats`.
 *
 * @see specs/management `x-ocsf`
 */
export const auditLogToOcsf: FormatMapping = {
  classes: OCSF_CLASSES,
  rules: [
    ["/id", "metadata.uid"],
    ["/id", "metadata.original_event_uid"],
    ["/published", "time", "*", "time"],
    ["/published", "metadata.original_time"],
    ["/eventType", "metadata.event_code"],
    ["/eventType", "activity"],
    ["/eventType", "activity_name"],
    ["/client/ipAddress", "src_endpoint.ip", "*", "ip"],
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
  ],
};
