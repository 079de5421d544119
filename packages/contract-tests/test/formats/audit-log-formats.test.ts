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

it("is authentication in OCSF if an employee signs in", () => {
  expect(auditLogToOcsf(entry)).toEqual({
    event: {
      category_uid: 3,
      category_name: "Identity & Access Management",
      class_uid: 3002,
      class_name: "Authentication",
      activity_id: 1,
      activity_name: "Logon",
      type_uid: 300_201,
      type_name: "Authentication: Logon",
      time: 1_772_438_292_000,
      severity_id: 1,
      severity: "Informational",
      status_id: 1,
      status: "Success",
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
      user: { uid: "a-1", full_name: "Platform Admin", uid_alt: "platform.admin@example.com", type_id: 99, type: "User" },
      service: { name: "Management service" },
      src_endpoint: { ip: "192.0.2.10" },
      raw_data: JSON.stringify(entry),
    },
    unknown: [],
  });
});

it("is authentication in ECS with its outcome", () => {
  expect(auditLogToEcs(entry)).toEqual({
    event: {
      "@timestamp": "2026-03-02T07:58:12Z",
      ecs: { version: "9.5.0-dev" },
      event: {
        id: entry.id,
        kind: "event",
        category: ["authentication"],
        type: ["start"],
        outcome: "success",
        action: "employee_login_success",
        dataset: "auditlogs",
        provider: "Management service",
        original: JSON.stringify(entry),
      },
      user: { id: "a-1", full_name: "Platform Admin", roles: ["User"] },
      entity: { target: { id: "t-1", name: "Finance Lead", sub_type: "User" } },
      source: { address: "192.0.2.10", ip: "192.0.2.10" },
      related: { ip: ["192.0.2.10"], user: ["a-1", "platform.admin@example.com"] },
    },
    unknown: [],
  });
});

it("is complete without what the service may leave out", () => {
  expect(auditLogToOcsf({ id: "1" }).event).toMatchObject({ time: 0, activity_id: 0, activity_name: "Unknown", entity: { uid: "unknown" } });
  expect(auditLogToEcs({ id: "1" }).event["@timestamp"]).toBe("1970-01-01T00:00:00Z");
});

it.each([
  ["integration_sync_started", "Entity Management: Activate", "Success", "configuration", "info", "success"],
  ["integration_sync_failed", "Entity Management: Update", "Failure", "configuration", "info", "failure"],
  ["integration_connected", "Entity Management: Enable", "Success", "configuration", "creation", "success"],
  ["user_updated", "Entity Management: Update", "Success", "iam", "change", "success"],
  ["api_token_issued", "Entity Management: Create", "Success", "iam", "creation", "success"],
  ["workflow_signal_fired", "Entity Management: Update", "Success", "iam", "change", "success"],
  ["group_member_added", "Entity Management: Enroll", "Success", "iam", "creation", "success"],
  ["group_member_removed", "Entity Management: Unenroll", "Success", "iam", "deletion", "success"],
  ["integration_disabled", "Entity Management: Disable", "Success", "configuration", "deletion", "success"],
  ["employee_login_failure", "Authentication: Logon", "Failure", "authentication", "start", "failure"],
])("is what the type %s says", (eventType, type_name, status, category, type, outcome) => {
  const event = { ...entry, eventType };
  expect(auditLogToOcsf(event)).toMatchObject({ event: { type_name, status }, unknown: [] });
  expect(auditLogToEcs(event)).toMatchObject({ event: { event: { category: [category], type: [type], outcome } }, unknown: [] });
});

it("is a general event with a type that is not known, which it reports", () => {
  const event = { ...entry, eventType: "laterword" };
  expect(auditLogToOcsf(event)).toMatchObject({ event: { type_name: "Entity Management: laterword", status: "Unknown" }, unknown: ["/eventType"] });
  expect(auditLogToEcs(event)).toMatchObject({ event: { event: { category: ["iam"], type: ["info"], outcome: "unknown" } }, unknown: ["/eventType"] });
});
