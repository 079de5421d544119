import { describe, expect, it } from "vitest";
import { type AuditEvent, eventMatches, type ItemUsage, matchAction, type SignInAttempt } from "../src/index.ts";

const timestamp = "2026-03-02T08:00:00Z";
const created: AuditEvent = { uuid: "1", timestamp, action: "create", object_type: "user", object_uuid: "u-1" };
const later: AuditEvent = { uuid: "2", timestamp, action: "laterword", object_type: "laterthing" };
const silent: AuditEvent = { uuid: "3", timestamp };

describe("eventMatches", () => {
  it("finds an event by its action, alone or among others", () => {
    expect(eventMatches(created, { action: "create" })).toBe(true);
    expect(eventMatches(created, { action: ["delete", "create"] })).toBe(true);
    expect(eventMatches(created, { action: "delete" })).toBe(false);
    expect(eventMatches(created, { action: [] })).toBe(false);
  });

  it("matches only if every part of the pattern matches", () => {
    expect(eventMatches(created, { action: "create", object_type: ["user", "group"] })).toBe(true);
    expect(eventMatches(created, { action: "create", object_type: "vault" })).toBe(false);
  });

  it("matches nothing with unknown and missing values", () => {
    expect(eventMatches(later, { action: "create" })).toBe(false);
    expect(eventMatches(silent, { action: "create" })).toBe(false);
  });

  it("works on each stream by the enumerations that it has", () => {
    const usage: ItemUsage = { uuid: "4", timestamp, action: "reveal" };
    const attempt: SignInAttempt = { uuid: "5", timestamp, category: "mfa_failed", type: "totp_bad" };
    expect(eventMatches(usage, { action: ["reveal", "secure-copy"] })).toBe(true);
    expect(eventMatches(attempt, { category: "mfa_failed", type: ["totp_bad", "u2f_bad"] })).toBe(true);
  });
});

describe("matchAction", () => {
  const cases = { create: (event: AuditEvent) => `created ${event.object_uuid}`, delete: () => "deleted" };

  it("calls the function of the event's action", () => {
    expect(matchAction(created, cases, () => "other")).toBe("created u-1");
  });

  it.each([
    ["an action that is left out", { ...created, action: "share" }],
    ["an action that later servers added", later],
    ["no action", silent],
    ["an action with a name that every object answers to", { ...created, action: "constructor" }],
    ["an action with the name of a prototype", { ...created, action: "__proto__" }],
  ])("passes an event with %s to the default", (_what, event: AuditEvent) => {
    expect(matchAction(event, cases, (other) => ["default", other])).toEqual(["default", event]);
  });

  it("passes an event whose case is undefined to the default", () => {
    expect(matchAction(created, { create: undefined } as object, () => "other")).toBe("other");
  });
});
