import { describe, expect, test } from "vitest";
import { VAULT_DOCUMENT } from "../src/generated/vault.ts";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, manualClock, serveEmulator } from "../src/index.ts";
import { SEED_SCHEMA } from "../src/lib/core/check-seed.ts";
import { objectAt } from "../src/lib/core/json.ts";
import { knownValues } from "../src/lib/core/known-values.ts";

// What the compiler would refuse, as plain JavaScript can write it.
const mistaken = (value: unknown): never => value as never;
const vault = createVaultEmulator({ seed: { activityRecords: 0 } });
const id = "a".repeat(26);

describe("a seed that is given in process is refused as one in a file is", () => {
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
      "the seed of createVaultEmulator: /vaults/0/name is required; /vaults/0/nmae is not known; did you mean name?; /vaults/0/items must be array",
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

describe("options with a name that is not known, or a value of another kind, are refused", () => {
  const clock = manualClock("2026-03-02T12:00:00Z");
  test.each<readonly [string, () => unknown, string]>([
    [
      "a seed option beside the seed",
      () => createEventsEmulator(mistaken({ eventsPerStream: 5 })),
      "the options of createEventsEmulator: eventsPerStream is not known; there are clock, randomSeed, headers, bodyLimitBytes, onExchange, onDefect, seed",
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
      "the options of createVaultEmulator: clock must be a clock such as manualClock returns; got an object",
    ],
    [
      "a clock without a date to set",
      () => createVaultEmulator({ clock: mistaken({ ...clock, set: undefined }) }),
      "the options of createVaultEmulator: clock must be a clock such as manualClock returns; got an object",
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
      "the options of issueToken: scopes is not known; there are vaults, expiresInSeconds",
    ],
    [
      "one feature for all",
      () => createEventsEmulator().issueToken(mistaken({ features: "auditevents" })),
      "the options of issueToken: features must be an array of strings; got a string",
    ],
    [
      "one scope",
      () => createManagementEmulator().issueToken(mistaken({ scope: "Apps.Read" })),
      "the options of issueToken: scope is not known; did you mean scopes?",
    ],
    [
      "a time that is none",
      () => vault.issueToken({ expiresInSeconds: Number.NaN }),
      "the options of issueToken: expiresInSeconds must be a number of seconds; got NaN",
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
    expect(vault.issueToken(mistaken({ expiresInSeconds: undefined }))).toMatch(/^vault-token-/);
  });
});
