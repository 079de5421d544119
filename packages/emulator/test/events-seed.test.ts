import {
  ACTOR_TYPE_VALUES,
  AUDIT_ACTION_VALUES,
  AUDIT_OBJECT_TYPE_VALUES,
  ITEM_USAGE_ACTION_VALUES,
  SIGN_IN_CATEGORY_VALUES,
  SIGN_IN_TYPE_VALUES,
} from "@keywright/events/values";
import { describe, expect, test } from "vitest";
import { EVENTS_DOCUMENT } from "../src/generated/events.ts";
import { createContract } from "../src/lib/core/contract/create-contract.ts";
import { START, testEmulator } from "./support.ts";

const contract = createContract(EVENTS_DOCUMENT);
const STREAMS = { auditevents: "AuditEventV2", itemusages: "ItemUsageV2", signinattempts: "SignInAttemptV2" } as const;
const names = Object.keys(STREAMS) as (keyof typeof STREAMS)[];

describe("the default state", () => {
  const { store } = testEmulator();
  const { auditevents, itemusages, signinattempts } = Object.fromEntries(names.map((name) => [name, store.stream(name).events])) as unknown as {
    [Name in keyof typeof STREAMS]: ReturnType<typeof store.stream<Name>>["events"];
  };
  const missing = (known: readonly string[], values: readonly unknown[]) => known.filter((value) => !values.includes(value));

  test("has thousands of events of each stream, all as the contract says, none twice", () => {
    for (const name of names) {
      const { events } = store.stream(name);
      expect(events).toHaveLength(4000);
      expect(events.flatMap((event) => contract.checkSchema(STREAMS[name], event))).toEqual([]);
      expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(4000);
    }
  });

  test("has ids of events in capitals, and those of vaults and items in small letters", () => {
    const ids = names.flatMap((name) => store.stream(name).events.map(({ uuid }) => uuid));
    expect(ids.filter((id) => !/^[A-Z2-7]{26}$/.test(id))).toEqual([]);
    const places = itemusages.flatMap(({ vault_uuid, item_uuid }) => [vault_uuid, item_uuid]);
    expect(places.filter((id) => !/^[a-z2-7]{26}$/.test(id ?? ""))).toEqual([]);
  });

  test("has every known value of every enumeration", () => {
    expect(
      missing(
        AUDIT_ACTION_VALUES,
        auditevents.map(({ action }) => action),
      ),
    ).toEqual([]);
    expect(
      missing(
        AUDIT_OBJECT_TYPE_VALUES,
        auditevents.map((event) => event.object_type),
      ),
    ).toEqual([]);
    expect(
      missing(
        ITEM_USAGE_ACTION_VALUES,
        itemusages.map(({ action }) => action),
      ),
    ).toEqual([]);
    expect(
      missing(
        SIGN_IN_TYPE_VALUES,
        signinattempts.map(({ type }) => type),
      ),
    ).toEqual([]);
    expect(
      missing(
        SIGN_IN_CATEGORY_VALUES,
        signinattempts.map(({ category }) => category),
      ),
    ).toEqual([]);
  });

  test("has events of the last hour, and none of the time to come", () => {
    for (const name of names) {
      const timestamps = store.stream(name).events.map(({ timestamp }) => timestamp);
      expect(timestamps.filter((timestamp) => timestamp > "2026-03-02T11").length).toBeGreaterThan(3);
      expect(timestamps.filter((timestamp) => timestamp > START)).toEqual([]);
      expect(timestamps.some((timestamp) => /\.\d{9}Z$/.test(timestamp))).toBe(true);
    }
  });

  test("has each optional property in some events and not in all", () => {
    for (const member of ["object_details", "aux_id", "aux_uuid", "aux_details", "aux_info"] as const) {
      const having = auditevents.filter((event) => event[member] !== undefined).length;
      expect([member, having > 0, having < 4000]).toEqual([member, true, true]);
    }
    expect(itemusages.some(({ action }) => action === undefined)).toBe(true);
    expect(auditevents.filter((event) => event.object_type === "user" && event.object_details === undefined)).toEqual([]);
  });

  test("says nothing of account types, which only accounts of managed service providers have", () => {
    expect(auditevents.filter((event) => "actor_type" in event || "actor_account_uuid" in event || "user_type" in (event.actor_details ?? {}))).toEqual([]);
    expect([...itemusages, ...signinattempts].filter((event) => "account_uuid" in event)).toEqual([]);
  });
});

describe("the state of a managed service provider's account", () => {
  test("says of which account and kind each user is", () => {
    const { store } = testEmulator({ seed: { msp: true, eventsPerStream: 500 } });
    const audit = store.stream("auditevents").events;
    expect(ACTOR_TYPE_VALUES.filter((type) => !audit.some((event) => event.actor_type === type))).toEqual([]);
    for (const event of audit)
      expect([event.actor_type, event.actor_account_uuid]).toEqual([event.actor_details?.user_type, event.actor_details?.user_account_uuid]);
    expect(audit.filter((event) => event.actor_type === "external_user" && event.actor_account_uuid === store.accountUuid)).toEqual([]);
    for (const event of store.stream("signinattempts").events)
      expect([event.account_uuid, typeof event.target_user?.user_type]).toEqual([store.accountUuid, "string"]);
    expect(store.stream("itemusages").events.every((event) => event.account_uuid === store.accountUuid)).toBe(true);
  });
});
