import { describe, expect, test } from "vitest";
import { VAULT_DOCUMENT } from "../src/generated/vault.ts";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock, serveEmulator } from "../src/index.ts";
import { SEED_SCHEMA } from "../src/lib/cli/input/seed-file.ts";
import { objectAt } from "../src/lib/core/values/json.ts";
import { knownValues } from "../src/lib/core/schemas/schema-branches.ts";

// What the compiler would refuse, as plain JavaScript can write it.
const mistaken = (value: unknown): never => value as never;
const vault = createVaultEmulator({ seed: { activityRecords: 0 } });
const id = "a".repeat(26);

describe("a seed that is given in process is rejected as one in a file is", () => {
  test.each<readonly [string, () => unknown, string]>([
    [
      "an unknown member",
      () => createVaultEmulator({ seed: mistaken({ vault: [] }) }),
      "the seed of createVaultEmulator: /vault is not known; did you mean vaults?",
    ],
    ["an array", () => createVaultEmulator({ seed: mistaken([]) }), "the options of createVaultEmulator: seed must be an object; got an array"],
    [
      "an unknown category",
      () => createVaultEmulator({ seed: { vaults: [{ name: "Mine", items: [{ title: "Portal", category: "BAD" }] }] } }),
      `the seed of createVaultEmulator: /vaults/0/items/0/category must be one of ${knownValues(VAULT_DOCUMENT, "ItemCategory").join(", ")}`,
    ],
    [
      "several mistakes at once",
      () => createVaultEmulator({ seed: { vaults: [mistaken({ nmae: "Mine", items: {} })] } }),
      "the seed of createVaultEmulator: /vaults/0/name is required; /vaults/0/nmae is not known; did you mean name?; /vaults/0/items must be integer or array",
    ],
    [
      "a state that is not whole",
      () => createVaultEmulator({ seed: mistaken({ server: {}, tokens: [], vaults: [], items: [], activity: [] }) }),
      "the seed of createVaultEmulator: /requestCounts is required",
    ],
    [
      "a wrong type",
      () => createEventsEmulator({ seed: mistaken({ eventsPerStream: "50" }) }),
      "the seed of createEventsEmulator: /eventsPerStream must be integer",
    ],
    [
      "a misspelt member",
      () => createEventsEmulator({ seed: mistaken({ events_per_stream: 5 }) }),
      "the seed of createEventsEmulator: /events_per_stream is not known; did you mean eventsPerStream?",
    ],
    [
      "a member of another service",
      () => createManagementEmulator({ seed: mistaken({ vaults: [] }) }),
      "the seed of createManagementEmulator: /vaults is not known",
    ],
    ["a file without a name", () => vault.attachFile(vault.fileItemUUID ?? "", mistaken({ text: "hi" })), "the file: /name is required"],
  ])("%s", (_what, make, message) => {
    expect(make).toThrow(new TypeError(message));
  });

  test("and one that was saved is taken", () => {
    const { state } = createVaultEmulator({ seed: { vaults: [{ id, name: "Saved" }] } }).snapshot();
    expect(createVaultEmulator({ seed: state }).store.vaults.list()).toMatchObject([{ id, name: "Saved" }]);
  });

  test("the categories of the schema are those of the contract", () => {
    expect(objectAt(SEED_SCHEMA, "$defs", "itemDraft", "properties", "category")["enum"]).toEqual(knownValues(VAULT_DOCUMENT, "ItemCategory"));
  });
});

describe("options with a name that is not known, or a value of another kind, are rejected", () => {
  const clock = manualClock("2026-03-02T12:00:00Z");
  test.each<readonly [string, () => unknown, string]>([
    [
      "a seed option beside the seed",
      () => createEventsEmulator(mistaken({ eventsPerStream: 5 })),
      "the options of createEventsEmulator: eventsPerStream is not known; there are clock, randomSeed, headers, bodyLimitBytes, requestLog, onExchange, onDefect, seed",
    ],
    ["a short name", () => createVaultEmulator(mistaken({ random: 7 })), "the options of createVaultEmulator: random is not known; did you mean randomSeed?"],
    [
      "another spelling",
      () => createManagementEmulator(mistaken({ on_exchange: () => {} })),
      "the options of createManagementEmulator: on_exchange is not known; did you mean onExchange?",
    ],
    [
      "a date as clock",
      () => createVaultEmulator(mistaken({ clock: new Date(0) })),
      "the options of createVaultEmulator: clock must be an object with the functions now, wallNow, after, clear and random, such as manualClock returns; got an object",
    ],
    [
      "a clock without chance",
      () => createVaultEmulator({ clock: mistaken({ ...clock, random: undefined }) }),
      "the options of createVaultEmulator: clock must be an object with the functions now, wallNow, after, clear and random, such as manualClock returns; got an object",
    ],
    [
      "a seed that is no seed of chance",
      () => createVaultEmulator(mistaken({ randomSeed: {} })),
      "the options of createVaultEmulator: randomSeed must be a number or a string; got an object",
    ],
    [
      "a size with a unit",
      () => createVaultEmulator(mistaken({ bodyLimitBytes: "1 MiB" })),
      "the options of createVaultEmulator: bodyLimitBytes must be a number of bytes; got a string",
    ],
    [
      "the scope of a vault's token",
      () => vault.issueToken(mistaken({ scopes: [] })),
      "the options of issueToken: scopes is not known; there are value, vaults, expiresInSeconds",
    ],
    [
      "one feature for all",
      () => createEventsEmulator().issueToken(mistaken({ features: "auditevents" })),
      "the options of issueToken: features must be an array of at least one string; got a string",
    ],
    [
      "one scope",
      () => createManagementEmulator().issueToken(mistaken({ scope: "Apps.Read" })),
      "the options of issueToken: scope is not known; did you mean scopes?",
    ],
    [
      "a time that is none",
      () => vault.issueToken({ expiresInSeconds: Number.NaN }),
      "the options of issueToken: expiresInSeconds must be a number of seconds, at most 100,000,000,000; got NaN",
    ],
    [
      "a time beyond all calendars",
      () => createManagementEmulator().issueToken({ expiresInSeconds: 1e15 }),
      "the options of issueToken: expiresInSeconds must be a number of seconds, at most 100,000,000,000; got 1000000000000000",
    ],
  ])("%s", (_what, make, message) => {
    expect(make).toThrow(new TypeError(message));
  });

  test.each([
    [{ ports: 0 }, "the options of serveEmulator: ports is not known; did you mean port?"],
    [{ port: "4010" }, "the options of serveEmulator: port must be a whole number of 0 to 65535; got a string"],
    [{ allowedHosts: "emulator" }, "the options of serveEmulator: allowedHosts must be an array of strings; got a string"],
    [{ requestTimeoutMs: -1 }, "the options of serveEmulator: requestTimeoutMs must be a number of milliseconds; got -1"],
  ])("serveEmulator listens nowhere: %j", async (options, message) => {
    await expect(serveEmulator(vault, mistaken(options))).rejects.toThrow(new TypeError(message));
  });

  test("what is undefined counts as left out", () => {
    expect(createVaultEmulator(mistaken({ clock: undefined, seed: undefined, onExchange: undefined })).token).toMatch(/^vault-token-/);
    expect(vault.issueToken(mistaken({ expiresInSeconds: undefined, scopes: undefined }))).toMatch(/^vault-token-/);
    const vaults = [{ id, name: "Mine", color: undefined, items: [{ title: "Portal", category: "LOGIN", notes: undefined }] }];
    const seeded = createVaultEmulator({ seed: mistaken({ vaults, server: undefined, token: undefined }) });
    expect(seeded.store.vaults.list()).toMatchObject([{ id, name: "Mine" }]);
    expect(createEventsEmulator({ seed: mistaken({ accountUuid: undefined, eventsPerStream: 1 }) }).store.stream("auditevents").events).toHaveLength(1);
    expect(createManagementEmulator({ seed: mistaken({ organizationId: undefined, auditEvents: 1 }) }).store.audit.events).toHaveLength(1);
  });
});

describe("what a test appends or sets is rejected if the contract does not name it", () => {
  const events = createEventsEmulator({ seed: { eventsPerStream: 0 } });
  const management = createManagementEmulator({ seed: { auditEvents: 0 } });
  test.each<readonly [string, () => unknown, string]>([
    [
      "a misspelt property of an event",
      () => events.appendEvents("signinattempts", mistaken({ typ: "totp_bad" })),
      "an event of signinattempts cannot be appended: typ is not known; did you mean type?",
    ],
    [
      "a misspelt property in an event",
      () => events.appendEvents("signinattempts", {}, mistaken({ client: { appName: "Example" } })),
      "an event of signinattempts cannot be appended: client/appName is not known; did you mean app_name?",
    ],
    [
      "a list in the place of an event",
      () => events.appendEvents("auditevents", mistaken([{ action: "create" }])),
      "an event of auditevents must be an object; got an array",
    ],
    [
      "a stream by another name",
      () => events.appendEvents(mistaken("signins"), {}),
      "there is no stream signins; there are auditevents, itemusages, signinattempts",
    ],
    ["a misspelt stream", () => events.appendEvents(mistaken("signin_attempt")), "there is no stream signin_attempt; did you mean signinattempts?"],
    ["no stream", () => events.appendEvents(mistaken({ type: "totp_bad" })), "the stream must be a string; got an object"],
    [
      "a misspelt property of an audit event",
      () => management.appendAuditEvents(mistaken({ eventTyp: "user_created" })),
      "an audit event cannot be appended: eventTyp is not known; did you mean eventType?",
    ],
    ["no audit event", () => management.appendAuditEvents(mistaken("user_created")), "an audit event must be an object; got a string"],
    [
      "a dependency without its names",
      () => vault.setDependency(mistaken({ foo: 1 })),
      "the dependency: service is required; status is required; foo is not known",
    ],
    [
      "a misspelt property of a dependency",
      () => vault.setDependency(mistaken({ service: "sync", status: "ACTIVE", mesage: "Ready." })),
      "the dependency: mesage is not known; did you mean message?",
    ],
  ])("%s", (_what, act, message) => {
    expect(act).toThrow(new TypeError(message));
    expect([events.store.stream("signinattempts").events, events.store.stream("auditevents").events, management.store.audit.events]).toEqual([[], [], []]);
    expect(vault.store.server.dependencies.map(({ service }) => service)).toEqual(["sync", "storage"]);
  });

  test("not details, whose properties the contract leaves open, nor what is undefined", () => {
    const emulator = createManagementEmulator({ seed: { auditEvents: 0 } });
    emulator.appendAuditEvents(mistaken({ details: { anything: true }, extra: undefined }));
    expect(emulator.store.audit.events).toMatchObject([{ details: { anything: true } }]);
  });
});

describe("a snapshot that is none is rejected, and the state stays", () => {
  const { state, random } = vault.snapshot();
  test.each<readonly [string, unknown, string]>([
    ["nothing", undefined, "the snapshot must be an object; got nothing"],
    ["another object", { foo: 1 }, "the snapshot: foo is not known; there are state, random"],
    ["an empty object", {}, "the snapshot: state must be an object; got nothing"],
    ["the state alone", { state }, "the snapshot: random must be four whole numbers; got nothing"],
    ["a random of another kind", { state, random: [1, 2, "3", 4] }, "the snapshot: random must be four whole numbers; got an array"],
    ["a state without its vaults", { state: { ...state, vaults: undefined }, random }, "the state of the snapshot: /vaults is required"],
  ])("%s", (_what, snapshot, message) => {
    const before = vault.store.vaults.list();
    expect(() => vault.restore(mistaken(snapshot))).toThrow(new TypeError(message));
    expect(vault.store.vaults.list()).toEqual(before);
  });

  test("one of another service", () => {
    const of = { vault: vault.snapshot(), events: createEventsEmulator().snapshot() };
    expect(() => createEventsEmulator().restore(mistaken(of.vault))).toThrow("the state of the snapshot: /accountUuid is required; /auditevents is required");
    expect(() => createManagementEmulator().restore(mistaken(of.events))).toThrow("the state of the snapshot: /organizationId is required; /apps is required");
    expect(() => createVaultEmulator().restore(mistaken(of.events))).toThrow("the state of the snapshot: /server is required; /vaults is required");
  });
});
