// Generated from specs/management/openapi.yaml by `pnpm generate`. Do not edit: change the contract.

/** How events become those of another format, as data. */
export interface FormatMapping {
  readonly classes: { readonly [name: string]: { readonly [constant: string]: unknown; readonly activities?: { readonly [name: string]: number } } };
  readonly rules: readonly FormatRule[];
}

/** A property of an event, the path that it sets, to what (by its value), and the kind of value. */
export type FormatRule = readonly [from: string, to: string, result?: Constant | readonly (readonly [result: Constant, values: readonly string[]])[], kind?: string];

type Constant = string | number | boolean | readonly string[];

const ECS_CLASSES = { authentication: {}, configuration: {}, iam: {} };

const OCSF_CLASSES = {
  entity_management: {
    class_uid: 3004,
    class_name: "Entity Management",
    category_uid: 3,
    category_name: "Identity & Access Management",
    activities: { Create: 1, Read: 2, Update: 3, Delete: 4, Enroll: 6, Unenroll: 7, Enable: 8, Disable: 9, Activate: 10, Deactivate: 11, Suspend: 12 },
  },
  authentication: {
    class_uid: 3002,
    class_name: "Authentication",
    category_uid: 3,
    category_name: "Identity & Access Management",
    activities: { Logon: 1, Logoff: 2 },
  },
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
    ["/eventType", "class", [["authentication", ["*_login_*", "*_logout*"]], ["configuration", ["integration_*"]]]],
    [
      "/eventType",
      "event.type[]",
      [
        ["start", ["*_login_*"]],
        ["end", ["*_logout*"]],
        ["creation", ["*_created", "*_added", "*_issued", "*_enabled", "*_connected"]],
        ["deletion", ["*_deleted", "*_removed", "*_disabled", "*_disconnected"]],
        ["info", ["*_failed", "*_started", "*"]],
        ["change", ["*_completed", "*_updated", "*_changed", "*_fired", "*_suspended"]],
      ],
    ],
    [
      "/eventType",
      "event.outcome",
      [
        [
          "success",
          [
            "*_success",
            "*_added",
            "*_issued",
            "*_enabled",
            "*_removed",
            "*_disabled",
            "*_changed",
            "*_fired",
            "*_suspended",
            "*_completed",
            "*_connected",
            "*_created",
            "*_deleted",
            "*_disconnected",
            "*_logout",
            "*_started",
            "*_updated",
          ],
        ],
        ["failure", ["*_failure", "*_failed"]],
        ["unknown", ["*"]],
      ],
    ],
    ["/client/ipAddress", "source.address"],
    ["/client/ipAddress", "source.ip", "*", "ip"],
    ["/client/ipAddress", "related.ip[]", "*", "ip"],
    ["/target/0/id", "entity.target.id"],
    ["/target/0/type", "entity.target.sub_type"],
    ["/target/0/displayName", "entity.target.name"],
    ["/actor/id", "user.id"],
    ["/actor/id", "related.user[]"],
    ["/actor/type", "user.roles[]"],
    ["/actor/displayName", "user.full_name"],
    ["/actor/alternateId", "related.user[]"],
    ["", "event.dataset", "auditlogs"],
    ["", "class", "iam"],
    ["", "authentication:event.category", ["authentication"]],
    ["", "configuration:event.category", ["configuration"]],
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
    ["/eventType", "activity_name"],
    ["/eventType", "class", [["authentication", ["*_login_*", "*_logout*"]]]],
    [
      "/eventType",
      "activity",
      [
        ["Logon", ["*_login_*"]],
        ["Logoff", ["*_logout*"]],
        ["Create", ["*_created", "*_issued"]],
        ["Enroll", ["*_added"]],
        ["Unenroll", ["*_removed"]],
        ["Enable", ["*_enabled", "*_connected"]],
        ["Disable", ["*_disabled", "*_disconnected"]],
        ["Suspend", ["*_suspended"]],
        ["Delete", ["*_deleted"]],
        ["Update", ["*_failed", "*_completed", "*_updated", "*_changed", "*_fired"]],
        ["Activate", ["*_started"]],
        [[], ["*"]],
      ],
    ],
    [
      "/eventType",
      "status_id",
      [
        [
          1,
          [
            "*_success",
            "*_added",
            "*_issued",
            "*_enabled",
            "*_removed",
            "*_disabled",
            "*_changed",
            "*_fired",
            "*_suspended",
            "*_completed",
            "*_connected",
            "*_created",
            "*_deleted",
            "*_disconnected",
            "*_logout",
            "*_started",
            "*_updated",
          ],
        ],
        [2, ["*_failure", "*_failed"]],
        [0, ["*"]],
      ],
    ],
    [
      "/eventType",
      "status",
      [
        [
          "Success",
          [
            "*_success",
            "*_added",
            "*_issued",
            "*_enabled",
            "*_removed",
            "*_disabled",
            "*_changed",
            "*_fired",
            "*_suspended",
            "*_completed",
            "*_connected",
            "*_created",
            "*_deleted",
            "*_disconnected",
            "*_logout",
            "*_started",
            "*_updated",
          ],
        ],
        ["Failure", ["*_failure", "*_failed"]],
        ["Unknown", ["*"]],
      ],
    ],
    ["/eventType", "severity_id", [[2, ["*_failure", "*_failed"]]]],
    ["/eventType", "severity", [["Low", ["*_failure", "*_failed"]]]],
    ["/client/ipAddress", "src_endpoint.ip", "*", "ip"],
    ["/client/ipAddress", "src_endpoint.name|ip"],
    ["/target/0/id", "entity_management:entity.uid"],
    ["/target/0/type", "entity_management:entity.type"],
    ["/target/0/type", "entity_management:entity.type_id", 99, "text"],
    ["/target/0/displayName", "entity_management:entity.name"],
    ["/actor/id", "actor.user.uid"],
    ["/actor/type", "actor.user.type"],
    ["/actor/type", "actor.user.type_id", 99, "text"],
    ["/actor/displayName", "actor.user.full_name"],
    ["/actor/alternateId", "actor.user.uid_alt"],
    ["/actor/id", "authentication:user.uid"],
    ["/actor/type", "authentication:user.type"],
    ["/actor/type", "authentication:user.type_id", 99, "text"],
    ["/actor/displayName", "authentication:user.full_name"],
    ["/actor/alternateId", "authentication:user.uid_alt"],
    ["", "class", "entity_management"],
    ["", "entity_management:entity.uid|name", "unknown"],
    ["", "authentication:user.uid|name", "unknown"],
    ["", "authentication:service.name", "Management service"],
    ["", "metadata.log_name", "auditlogs"],
    ["", "status_id", 0],
    ["", "status", "Unknown"],
    ["", "metadata.version", "1.9.0-dev"],
    ["", "metadata.product.name", "Management service"],
    ["", "severity_id", 1],
    ["", "severity", "Informational"],
    ["", "time", 0],
    ["", "src_endpoint?.name|ip", "unknown"],
    ["", "actor.user?.uid|name", "unknown"],
  ],
};
