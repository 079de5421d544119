import { describe, expect, test } from "vitest";
import { createEventsEmulator, createVaultEmulator, manualClock } from "../../src/index.ts";
import { EVENTS_DOCUMENT } from "../../src/generated/events.ts";
import { createContract } from "../../src/lib/core/contract/create-contract.ts";

const clock = () => manualClock("2026-03-02T12:00:00Z");
const ask = async (emulator: { fetch: typeof fetch }, path: string, token: string, body?: object) => {
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await emulator.fetch(`https://any.test${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
  return { status: response.status, body: (await response.json()) as never };
};

describe("a seed of the vault server", () => {
  test.each([0, 2, 9])("has %i vaults", async (vaults) => {
    const emulator = createVaultEmulator({ clock: clock(), seed: { vaults, token: "t" } });
    expect(emulator.store.vaults.size).toBe(vaults);
    expect((await ask(emulator, "/v1/vaults", "t")).status).toBe(200);
  });

  test("has own vaults by a line each, and a number of items", async () => {
    const emulator = createVaultEmulator({ clock: clock(), seed: { vaults: [{ name: "Mine", items: 3 }, { name: "Empty" }] } });
    const vaults = (await ask(emulator, "/v1/vaults", emulator.token)).body as { id: string; name: string }[];
    expect(vaults.map(({ name }) => name)).toEqual(["Mine", "Empty"]);
    expect((await ask(emulator, `/v1/vaults/${vaults[0]?.id}/items`, emulator.token)).body).toHaveLength(3);
  });

  test("has tokens for vaults by name or id, and for all in scope", async () => {
    const id = "b".repeat(26);
    const seed = {
      vaults: [{ name: "A" }, { name: "B", id }, { name: "Closed", inScope: false }],
      token: "all",
      tokens: [{ value: "only-b", vaults: [id] }, { value: "closed", vaults: ["Closed"], expiresInSeconds: 60 }, { value: "as-first" }],
    };
    const emulator = createVaultEmulator({ clock: clock(), seed });
    const names = async (token: string) => ((await ask(emulator, "/v1/vaults", token)).body as { name: string }[]).map(({ name }) => name);
    expect([await names("all"), await names("only-b"), await names("closed"), await names("as-first")]).toEqual([["A", "B"], ["B"], ["Closed"], ["A", "B"]]);
    emulator.clock.advance(60_000);
    expect((await ask(emulator, "/v1/vaults", "closed")).status).toBe(401);
  });

  test("rejects a token for a vault that is not there, and a property of an item that the contract does not have", () => {
    expect(() => createVaultEmulator({ seed: { vaults: [], tokens: [{ vaults: ["Mine"] }] } })).toThrow(
      "a token has the vault Mine, which the seed does not have",
    );
    const items = [{ title: "T", category: "LOGIN", fields: [{ vlaue: "x" }] }];
    expect(() => createVaultEmulator({ seed: { vaults: [{ name: "V", items: items as never }] } })).toThrow(
      "/vaults/0/items/0/fields/0/vlaue is not known; did you mean value?",
    );
  });
});

describe("a seed of the events service", () => {
  test("has a number of events of each stream, or the events: missing ids and times are generated", async () => {
    const seed = {
      eventsPerStream: 2,
      itemusages: 5,
      signinattempts: [{ type: "totp_bad" }, { uuid: "MINE", timestamp: "2026-01-01T00:00:00Z", category: "success" }],
    };
    const emulator = createEventsEmulator({ clock: clock(), seed });
    const read = async (stream: string) =>
      ((await ask(emulator, `/api/v2/${stream}`, emulator.token, { start_time: "2025-01-01T00:00:00Z" })).body as { items: object[] }).items;
    expect([(await read("auditevents")).length, (await read("itemusages")).length]).toEqual([2, 5]);
    expect(await read("signinattempts")).toEqual([
      { uuid: expect.stringMatching(/^[A-Z2-7]{26}$/), timestamp: "2026-03-02T11:59:58.000Z", type: "totp_bad" },
      { uuid: "MINE", timestamp: "2026-01-01T00:00:00Z", category: "success" },
    ]);
    const contract = createContract(EVENTS_DOCUMENT);
    expect(emulator.store.stream("itemusages").events.flatMap((event) => contract.checkSchema("ItemUsageV2", event))).toEqual([]);
  });

  test("has tokens for some streams", async () => {
    const emulator = createEventsEmulator({ clock: clock(), seed: { token: "all", tokens: [{ value: "audit", features: ["auditevents"] }] } });
    const status = async (stream: string, token: string) => (await ask(emulator, `/api/v2/${stream}`, token, {})).status;
    expect([await status("itemusages", "all"), await status("itemusages", "audit"), await status("auditevents", "audit")]).toEqual([200, 401, 200]);
  });

  test("rejects an event with an unknown property", () => {
    expect(() => createEventsEmulator({ seed: { auditevents: [{ actoin: "create" } as never] } })).toThrow(
      "the seed of createEventsEmulator: /auditevents/0/actoin is not known; did you mean action?",
    );
  });
});

test.each([createVaultEmulator, createEventsEmulator])("a snapshot is a seed", (create) => {
  const first = create({ clock: clock() });
  first.issueToken();
  const saved = JSON.parse(JSON.stringify(first.snapshot())) as never;
  const second = create({ clock: clock(), seed: saved });
  expect(second.snapshot()).toEqual(saved);
  expect(second.issueToken()).toBe(first.issueToken());
});
