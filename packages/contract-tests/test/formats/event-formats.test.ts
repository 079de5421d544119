import type { AuditEvent, ItemUsage, SignInAttempt } from "@keywright/events";
import * as mappings from "@keywright/events/formats";
import { ecsFormat, ocsfFormat } from "@keywright/sinks/formats";
import { describe, expect, it } from "vitest";

const { convert: auditEventToEcs } = ecsFormat(mappings.auditEventToEcs);
const { convert: auditEventToOcsf } = ocsfFormat(mappings.auditEventToOcsf);
const { convert: itemUsageToEcs } = ecsFormat(mappings.itemUsageToEcs);
const { convert: itemUsageToOcsf } = ocsfFormat(mappings.itemUsageToOcsf);
const { convert: signInAttemptToEcs } = ecsFormat(mappings.signInAttemptToEcs);
const { convert: signInAttemptToOcsf } = ocsfFormat(mappings.signInAttemptToOcsf);

const time = { uuid: "D5FPGXRCLJISRZPTIKGK6RDT4Q", timestamp: "2026-03-02T08:00:12.123456789Z" };
const lead = { uuid: "GHULLK5GR2IKH4SQR6L5BPVVSY", name: "Finance Lead", email: "finance.lead@example.com" };
const contractor = { uuid: "M6UJ52BHCG56VX7UOZYXWY2JYO", name: "Contractor Twelve", email: "contractor.twelve@example.com" };
const suspended: AuditEvent = {
  ...time,
  actor_uuid: lead.uuid,
  actor_details: lead,
  actor_type: "external_user",
  account_uuid: "2SRS3PIO66QACHQIIZS7IZLEVA",
  action: "suspend",
  object_type: "user",
  object_uuid: contractor.uuid,
  object_details: contractor,
  session: { uuid: "67ZKPGZB7WY6J7VCW23U2DOVQU", login_time: "2026-03-02T07:58:03Z", device_uuid: "y2a52szgl6y5pwj76goibkmb3n", ip: "192.0.2.10" },
  location: { country: "France", region: "Ile-de-France", city: "Paris", latitude: 48.8566, longitude: 2.3522 },
};
const vault: AuditEvent = { ...time, action: "create", object_type: "vault", object_uuid: "ke4obhk6s7zzy62q6xtybs2yzt" };
const joined: AuditEvent = { ...time, action: "join", object_type: "gm", object_uuid: "FMUX2QZDXNMGPND2XISOYQE3ZB", aux_details: contractor };
const exported: ItemUsage = {
  ...time,
  action: "export",
  item_uuid: "i-1",
  vault_uuid: "v-1",
  used_version: 3,
  user: lead,
  client: { ip_address: "192.0.2.10" },
};
const refused: SignInAttempt = {
  ...time,
  session_uuid: "3LVLS6DTQQXMAVTMNLOHKFALDE",
  category: "mfa_failed",
  type: "totp_bad",
  country: "FR",
  target_user: lead,
  client: { app_name: "Example Browser Extension", os_name: "Linux", os_version: "6.1", ip_address: "192.0.2.10" },
};

describe("an event in OCSF", () => {
  it("is user management if its object is a user", () => {
    expect(auditEventToOcsf(suspended)).toEqual({
      event: {
        category_uid: 3,
        category_name: "Identity & Access Management",
        class_uid: 3007,
        class_name: "User Management",
        activity_id: 5,
        activity_name: "Disable",
        type_uid: 300_705,
        type_name: "User Management: Disable",
        time: 1_772_438_412_123,
        severity_id: 2,
        severity: "Low",
        status_id: 1,
        status: "Success",
        metadata: {
          version: "1.9.0-dev",
          product: { name: "Events reporting API" },
          uid: suspended.uuid,
          original_event_uid: suspended.uuid,
          original_time: suspended.timestamp,
          event_code: "suspend",
          log_name: "auditevents",
          tenant_uid: suspended.account_uuid,
        },
        actor: {
          user: { uid: lead.uuid, full_name: lead.name, email_addr: lead.email, type_id: 99, type: "external_user" },
          session: { uid: "67ZKPGZB7WY6J7VCW23U2DOVQU", created_time: 1_772_438_283_000 },
        },
        user: { uid: contractor.uuid, full_name: contractor.name, email_addr: contractor.email },
        src_endpoint: {
          uid: "y2a52szgl6y5pwj76goibkmb3n",
          ip: "192.0.2.10",
          location: { desc: "France", region: "Ile-de-France", city: "Paris", lat: 48.8566, long: 2.3522 },
        },
        raw_data: JSON.stringify(suspended),
      },
      unknown: [],
    });
  });

  it("has a service account as a user of its own type", () => {
    const { event, unknown } = auditEventToOcsf({ ...time, action: "create", object_type: "sa", object_uuid: "s-1" });
    expect(event).toMatchObject({ type_name: "User Management: Create", user: { uid: "s-1", type: "Service", type_id: 4 } });
    expect(unknown).toEqual([]);
  });

  it("is group management if its object is a group", () => {
    expect(auditEventToOcsf(joined).event).toMatchObject({
      class_uid: 3006,
      activity_id: 3,
      type_uid: 300_603,
      type_name: "Group Management: Add User",
      group: { uid: "FMUX2QZDXNMGPND2XISOYQE3ZB" },
      users: [{ uid: contractor.uuid, full_name: contractor.name, email_addr: contractor.email }],
    });
  });

  it("is entity management if its object is something else", () => {
    const { event } = auditEventToOcsf(vault);
    expect(event).toMatchObject({
      class_uid: 3004,
      activity_id: 1,
      type_uid: 300_401,
      entity: { uid: "ke4obhk6s7zzy62q6xtybs2yzt", type: "vault", type_id: 99 },
    });
    expect(Object.keys(event)).not.toContain("user");
    expect(Object.keys(event)).not.toContain("group");
  });

  it("is authentication if someone signs in", () => {
    expect(signInAttemptToOcsf(refused).event).toMatchObject({
      class_uid: 3002,
      activity_name: "Logon",
      type_uid: 300_201,
      status_id: 2,
      status: "Failure",
      status_code: "totp_bad",
      status_detail: "mfa_failed",
      user: { uid: lead.uuid },
      service: { name: "Account" },
      session: { uid: "3LVLS6DTQQXMAVTMNLOHKFALDE" },
      src_endpoint: { ip: "192.0.2.10", location: { country: "FR" }, os: { name: "Linux", version: "6.1", type_id: 200, type: "Linux" } },
    });
    expect(signInAttemptToOcsf({ ...refused, category: "success" }).event).toMatchObject({ status_id: 1, status: "Success" });
  });

  it("is web resource activity if an item is used", () => {
    expect(itemUsageToOcsf(exported).event).toMatchObject({
      class_uid: 6001,
      category_uid: 6,
      activity_id: 7,
      type_uid: 600_107,
      metadata: { profiles: ["host"] },
      actor: { user: { uid: lead.uuid } },
      web_resources: [{ uid: "i-1", type: "item", data: { vault_uuid: "v-1", version: 3 } }],
    });
  });

  it("is complete if the service left out what it may leave out", () => {
    expect(auditEventToOcsf(time).event).toMatchObject({ class_uid: 3004, activity_id: 0, activity_name: "Unknown", entity: { uid: "unknown" } });
    expect(auditEventToOcsf({ ...time, object_type: "user" }).event).toMatchObject({ class_uid: 3007, user: { uid: "unknown" } });
    expect(auditEventToOcsf({ ...time, object_type: "group" }).event).toMatchObject({ class_uid: 3006, group: { uid: "unknown" } });
    expect(signInAttemptToOcsf(time).event).toMatchObject({ status_id: 0, status: "Unknown", user: { uid: "unknown" } });
    expect(itemUsageToOcsf(time).event).toMatchObject({ activity_id: 0, web_resources: [{ uid: "unknown" }] });
  });

  it("has the activity Other with the service's word if the class has none for the action", () => {
    const { event, unknown } = auditEventToOcsf({ ...vault, action: "sendpkg" });
    expect(event).toMatchObject({ activity_id: 99, activity_name: "sendpkg", type_uid: 300_499, type_name: "Entity Management: sendpkg" });
    expect(unknown).toEqual([]);
  });

  it("says which values the contract does not have, and keeps them", () => {
    const later = auditEventToOcsf({ ...time, action: "laterword", object_type: "laterthing", object_uuid: "o-1" });
    expect([...later.unknown].sort()).toEqual(["/action", "/object_type"]);
    expect(later.event).toMatchObject({ class_uid: 3004, activity_id: 99, activity_name: "laterword", entity: { uid: "o-1", type: "laterthing" } });
    const attempt = signInAttemptToOcsf({ ...refused, category: "laterword" });
    expect(attempt.unknown).toEqual(["/category"]);
    expect(attempt.event).toMatchObject({ status_id: 99, status: "laterword" });
  });

  it("has no value of what every object inherits", () => {
    const { event, unknown } = auditEventToOcsf({ ...time, action: "constructor", object_type: "__proto__" });
    expect([...unknown].sort()).toEqual(["/action", "/object_type"]);
    expect(event).toMatchObject({ class_uid: 3004, activity_id: 99, activity_name: "constructor", entity: { type: "__proto__" } });
  });

  it.each([
    ["macOS", 300],
    ["Mac OS X", 300],
    ["Windows 11", 100],
    ["windows", 100],
    ["iPadOS", 302],
    ["iOS 18", 301],
    ["Linux", 200],
    ["Haiku", 99],
  ])("has the operating system of the name %s", (os_name, type_id) => {
    const { event, unknown } = signInAttemptToOcsf({ ...refused, client: { os_name } });
    expect(event).toMatchObject({ src_endpoint: { os: { name: os_name, type_id } } });
    expect(unknown).toEqual(type_id === 99 ? ["/client/os_name"] : []);
  });

  it("has the time 0 and says so if the time cannot be read", () => {
    const { event, unknown } = auditEventToOcsf({ ...vault, timestamp: "yesterday" });
    expect([event.time, event.metadata["original_time"], unknown]).toEqual([0, "yesterday", ["/timestamp"]]);
  });
});

describe("an event in ECS", () => {
  it("has the user, the target and the source of an action", () => {
    expect(auditEventToEcs(suspended)).toEqual({
      event: {
        "@timestamp": "2026-03-02T08:00:12.123456789Z",
        ecs: { version: "9.5.0-dev" },
        event: {
          id: suspended.uuid,
          kind: "event",
          category: ["iam"],
          type: ["change", "user"],
          outcome: "success",
          action: "suspend",
          dataset: "auditevents",
          provider: "Events reporting API",
          original: JSON.stringify(suspended),
        },
        organization: { id: suspended.account_uuid },
        user: {
          id: lead.uuid,
          full_name: lead.name,
          email: lead.email,
          roles: ["external_user"],
          target: { id: contractor.uuid, full_name: contractor.name, email: contractor.email },
        },
        entity: { target: { id: contractor.uuid, sub_type: "user" } },
        device: { id: "y2a52szgl6y5pwj76goibkmb3n" },
        source: {
          address: "192.0.2.10",
          ip: "192.0.2.10",
          geo: { country_name: "France", region_name: "Ile-de-France", city_name: "Paris", location: { lat: 48.8566, lon: 2.3522 } },
        },
        related: { user: [lead.uuid, lead.email, contractor.uuid, contractor.email], ip: ["192.0.2.10"] },
      },
      unknown: [],
    });
  });

  it("has the category and the type of its action and object", () => {
    const said = ({ event }: { readonly event: { readonly event: object } }): object => event.event;
    expect(said(auditEventToEcs(vault))).toMatchObject({ category: ["configuration"], type: ["creation"] });
    expect(said(auditEventToEcs(joined))).toMatchObject({ category: ["iam"], type: ["change", "group"] });
    expect(said(itemUsageToEcs(exported))).toMatchObject({ category: ["database"], type: ["access"], action: "export", outcome: "success" });
    expect(said(signInAttemptToEcs(refused))).toMatchObject({ category: ["authentication"], type: ["start"], outcome: "failure", reason: "totp_bad" });
    expect(said(signInAttemptToEcs({ ...refused, category: "success" }))).toMatchObject({ outcome: "success" });
  });

  it("has its users among the related ones", () => {
    expect(signInAttemptToEcs(refused).event["related"]).toEqual({ user: [lead.uuid, lead.email], ip: ["192.0.2.10"] });
    expect(itemUsageToEcs(exported).event["related"]).toEqual({ user: [lead.uuid, lead.email], ip: ["192.0.2.10"] });
  });

  it("says which values the contract does not have, and keeps them", () => {
    const later = auditEventToEcs({ ...time, action: "laterword", object_type: "laterthing" });
    expect([...later.unknown].sort()).toEqual(["/action", "/object_type"]);
    expect(later.event).toMatchObject({ event: { action: "laterword", category: ["iam"], type: ["info"] }, entity: { target: { sub_type: "laterthing" } } });
    const attempt = signInAttemptToEcs({ ...refused, category: "laterword" });
    expect([attempt.unknown, attempt.event.event.outcome]).toEqual([["/category"], "unknown"]);
  });

  it("shares nothing with the next event", () => {
    (auditEventToEcs(time).event.event.category as string[]).push("changed");
    expect(auditEventToEcs(time).event.event.category).toEqual(["iam"]);
  });
});

it.each([auditEventToEcs, auditEventToOcsf])("%o keeps the digits of large numbers, and throws if its argument is no event", (convert) => {
  const { event } = convert({ ...vault, aux_id: 9_007_199_254_740_993n } as unknown as AuditEvent);
  expect(JSON.stringify(event)).toContain("9007199254740993");
  expect(() => convert("event" as unknown as AuditEvent)).toThrow("event must be an object");
});
