import type { AuditEvent } from "@keywright/management";
import * as mappings from "@keywright/management/formats";
import { ecsFormat, ocsfFormat } from "@keywright/sinks/formats";
import { expect, it } from "vitest";

const { convert: auditLogToEcs } = ecsFormat(mappings.auditLogToEcs);
const { convert: auditLogToOcsf } = ocsfFormat(mappings.auditLogToOcsf);

const entry: AuditEvent = {
  id: "9007199254740993",
  published: "2026-03-02T07:58:12Z",
  eventType: "employee_login_success",
  client: { ipAddress: "192.0.2.10" },
  target: [{ id: "t-1", type: "User", displayName: "Finance Lead" }, { id: "t-2" }],
  actor: { id: "a-1", type: "User", displayName: "Platform Admin", alternateId: "platform.admin@example.com" },
};

it("is entity management in OCSF, with the type as the service's word for the activity", () => {
  expect(auditLogToOcsf(entry)).toEqual({
    event: {
      category_uid: 3,
      category_name: "Identity & Access Management",
      class_uid: 3004,
      class_name: "Entity Management",
      activity_id: 99,
      activity_name: "employee_login_success",
      type_uid: 300_499,
      type_name: "Entity Management: employee_login_success",
      time: 1_772_438_292_000,
      severity_id: 1,
      severity: "Informational",
      status_id: 0,
      status: "Unknown",
      metadata: {
        version: "1.9.0-dev",
        product: { name: "Management service" },
        uid: entry.id,
        original_event_uid: entry.id,
        original_time: entry.published,
        event_code: entry.eventType,
        log_name: "auditlogs",
      },
      actor: { user: { uid: "a-1", full_name: "Platform Admin", uid_alt: "platform.admin@example.com", type_id: 99, type: "User" } },
      entity: { uid: "t-1", name: "Finance Lead", type_id: 99, type: "User" },
      src_endpoint: { ip: "192.0.2.10" },
      raw_data: JSON.stringify(entry),
    },
    unknown: [],
  });
});

it("is an event of identity management in ECS, whose outcome is unknown", () => {
  expect(auditLogToEcs(entry)).toEqual({
    event: {
      "@timestamp": "2026-03-02T07:58:12Z",
      ecs: { version: "9.5.0-dev" },
      event: {
        id: entry.id,
        kind: "event",
        category: ["iam"],
        type: ["info"],
        outcome: "unknown",
        action: "employee_login_success",
        dataset: "auditlogs",
        provider: "Management service",
        original: JSON.stringify(entry),
      },
      user: { id: "a-1", full_name: "Platform Admin", roles: ["User"] },
      entity: { target: { id: "t-1", name: "Finance Lead", sub_type: "User" } },
      source: { ip: "192.0.2.10" },
      related: { ip: ["192.0.2.10"] },
    },
    unknown: [],
  });
});

it("is complete without what the service may leave out", () => {
  expect(auditLogToOcsf({ id: "1" }).event).toMatchObject({ time: 0, activity_id: 0, activity_name: "Unknown", entity: { uid: "unknown" } });
  expect(auditLogToEcs({ id: "1" }).event["@timestamp"]).toBe("1970-01-01T00:00:00Z");
});
