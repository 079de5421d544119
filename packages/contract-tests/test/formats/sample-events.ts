import { createEventsEmulator, createManagementEmulator } from "@keywright/emulator";
import { createEventsClient, type AuditEvent, type ItemUsage, type SignInAttempt } from "@keywright/events";
import * as eventFormats from "@keywright/events/formats";
import eventsDocument from "@keywright/events/openapi.json" with { type: "json" };
import { operations as eventsTable } from "@keywright/events/operations";
import {
  AUDIT_ACTION_VALUES,
  AUDIT_OBJECT_TYPE_VALUES,
  ITEM_USAGE_ACTION_VALUES,
  SIGN_IN_CATEGORY_VALUES,
  SIGN_IN_TYPE_VALUES,
} from "@keywright/events/values";
import { createManagementClient, type AuditEvent as AuditLogEvent } from "@keywright/management";
import * as managementFormats from "@keywright/management/formats";
import managementDocument from "@keywright/management/openapi.json" with { type: "json" };
import { operations as managementTable } from "@keywright/management/operations";
import { type EcsEvent, type EventFormat, ecsFormat, type OcsfEvent, ocsfFormat } from "@keywright/sinks/formats";
import { documentedResponses, type OperationPlace } from "@keywright/tool-test-kit/testing";
import type * as fc from "fast-check";
import { anyEvent } from "./any-event.ts";

/** The events of a stream that tests convert, with the functions for it. */
export interface Stream {
  readonly name: string;
  /** Any event that its contract allows. */
  readonly any: fc.Arbitrary<object>;
  readonly events: readonly object[];
  readonly ecs: EventFormat<EcsEvent>;
  readonly ocsf: EventFormat<OcsfEvent>;
}

const { auditEventToEcs, auditEventToOcsf, itemUsageToEcs, itemUsageToOcsf, signInAttemptToEcs, signInAttemptToOcsf } = eventFormats;
const { auditLogToEcs, auditLogToOcsf } = managementFormats;

const baseUrl = "https://service.example.com";
const time = { uuid: "EXAMPLE", timestamp: "2026-03-02T08:00:12.123456789Z" };
/** A value that a later service may have, and none. */
const OTHERS = ["laterword", undefined] as const;

/** Every stream with each combination of the values of its contract, later and absent ones, its examples, and the events of the emulator. */
export async function sampleStreams(): Promise<readonly Stream[]> {
  const emulator = createEventsEmulator({ seed: { eventsPerStream: 500 } });
  const events = createEventsClient({ baseUrl, token: emulator.token, fetch: emulator.fetch });
  const log = createManagementEmulator({ seed: { auditEvents: 500 } });
  const management = createManagementClient({ baseUrl, token: log.token, fetch: log.fetch });
  const all = { max: 10_000 };
  const since = { start_time: "2020-01-01T00:00:00Z" };
  const audits: readonly AuditEvent[] = await events.listAuditEvents(since).toArray(all);
  const usages: readonly ItemUsage[] = await events.listItemUsages(since).toArray(all);
  const attempts: readonly SignInAttempt[] = await events.listSignInAttempts(since).toArray(all);
  const entries: AuditLogEvent[] = [];
  for await (const page of management.listAuditLogs({ since: "2020-01-01T00:00:00Z" }).pages()) {
    if (page.items.length === 0) break;
    entries.push(...page.items);
  }
  return [
    {
      name: "audit events",
      any: anyEvent(eventsDocument, { $ref: "#/components/schemas/AuditEventV2" }),
      events: [...examplesOf(eventsDocument, eventsTable.listAuditEvents, "items"), ...audits, ...auditCombinations()],
      ecs: ecsFormat(auditEventToEcs),
      ocsf: ocsfFormat(auditEventToOcsf),
    },
    {
      name: "item usages",
      any: anyEvent(eventsDocument, { $ref: "#/components/schemas/ItemUsageV2" }),
      events: [
        ...examplesOf(eventsDocument, eventsTable.listItemUsages, "items"),
        ...usages,
        ...[...ITEM_USAGE_ACTION_VALUES, ...OTHERS].map((action) => ({ ...time, action })),
      ],
      ecs: ecsFormat(itemUsageToEcs),
      ocsf: ocsfFormat(itemUsageToOcsf),
    },
    {
      name: "sign-in attempts",
      any: anyEvent(eventsDocument, { $ref: "#/components/schemas/SignInAttemptV2" }),
      events: [...examplesOf(eventsDocument, eventsTable.listSignInAttempts, "items"), ...attempts, ...attemptCombinations()],
      ecs: ecsFormat(signInAttemptToEcs),
      ocsf: ocsfFormat(signInAttemptToOcsf),
    },
    {
      name: "audit log",
      any: anyEvent(managementDocument, { $ref: "#/components/schemas/AuditEvent" }),
      events: [
        // Clients read 64-bit integers as text.
        ...examplesOf(managementDocument, managementTable.listAuditLogs, "results").map((event) => ({ ...event, id: String(Reflect.get(event, "id")) })),
        ...entries,
        { id: "9007199254740993" },
        { id: "1", eventType: "laterword", actor: { type: "User" }, target: [{ type: "Run" }] },
      ],
      ecs: ecsFormat(auditLogToEcs),
      ocsf: ocsfFormat(auditLogToOcsf),
    },
  ];
}

function auditCombinations(): object[] {
  const parts = { object_uuid: "O", object_details: { name: "Role" }, aux_details: { email: "role@example.com" }, location: { country: "France" } };
  const objects = [...AUDIT_OBJECT_TYPE_VALUES, ...OTHERS];
  const actions = [...AUDIT_ACTION_VALUES, ...OTHERS];
  return [
    ...actions.flatMap((action) => objects.map((object_type) => ({ ...time, action, object_type }))),
    ...objects.map((object_type) => ({ ...time, action: "update", object_type, ...parts })),
    { ...time, actor_type: "user" },
    { ...time, actor_details: { user_type: "user" }, location: { latitude: 1 } },
  ];
}

function attemptCombinations(): object[] {
  const parts = [
    { client: { os_version: "15" } },
    { country: "FR", location: { region: "Ontario" } },
    { target_user: { name: "Role", user_type: "laterword" } },
  ];
  return [
    ...[...SIGN_IN_CATEGORY_VALUES, ...OTHERS].flatMap((category) => [...SIGN_IN_TYPE_VALUES, ...OTHERS].map((type) => ({ ...time, category, type }))),
    ...parts.map((part) => ({ ...time, category: "success", ...part })),
    // What the formats once made invalid events of.
    { ...time, country: "DE" },
  ];
}

function examplesOf(document: unknown, operation: OperationPlace, items: string): readonly object[] {
  return documentedResponses(document, operation).flatMap(({ status, body }) =>
    status === 200 ? ((body as { readonly [name: string]: readonly object[] })[items] ?? []) : [],
  );
}
