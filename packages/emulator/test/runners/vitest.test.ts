import { createEventsClient } from "@keywright/events";
import { createManagementClient } from "@keywright/management";
import { createVaultClient } from "@keywright/vault";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { useEmulators } from "../../src/testing.ts";
import { rotate } from "./program.ts";

describe("five lines until the first test", () => {
  const { clients, vault: emulator, clock } = useEmulators({ beforeEach }, { vault: { vaults: [{ name: "Mine", items: 1 }] } });
  const vault = createVaultClient(clients.vault);
  const versions: number[] = [];

  test("the program changes a password", async () => {
    versions.push(await rotate(vault, "Mine", "Mine login 1"));
    expect(emulator.requests().map(({ operationId, status }) => `${operationId} ${status}`)).toEqual(["listVaults 200", "listItems 200", "patchItem 200"]);
  });

  test.each([1, 2])("each test starts with the same state, time and tokens, without faults (%i)", async () => {
    expect(clock.wallNow()).toBe(Date.parse("2026-01-01T00:00:00Z"));
    expect(emulator.requests()).toEqual([]);
    versions.push(await rotate(vault, "Mine", "Mine login 1"));
    expect(new Set(versions).size).toBe(1);
    emulator.revokeToken(clients.vault.token);
    emulator.inject({ operationId: "*", times: "always", response: { status: 403 } });
    clock.advance(86_400_000);
  });

  test("one clock drives client and emulator: a retry takes no time", async () => {
    emulator.inject({ operationId: "listVaults", response: { status: 503, headers: { "retry-after": "5" } } });
    await clock.runUntil(rotate(vault, "Mine", "Mine login 1"));
    expect(clock.wallNow()).toBe(Date.parse("2026-01-01T00:00:05Z"));
    expect(new Date(emulator.requests().at(-1)?.at ?? "").getTime()).toBe(clock.wallNow());
  });
});

describe("all services, served on free ports", () => {
  const emulators = useEmulators({ beforeAll, beforeEach, afterAll }, { time: "2026-03-02T12:00:00Z", events: { eventsPerStream: 1 } });

  test("for a program in another process", async () => {
    const { status, headers } = await fetch(`${emulators.urls.vault}/heartbeat`);
    expect([status, headers.get("date")]).toEqual([200, "Mon, 02 Mar 2026 12:00:00 GMT"]);
    const events = createEventsClient({ ...emulators.clients.events, baseUrl: emulators.urls.events, fetch });
    expect((await events.introspect()).features).toHaveLength(3);
    expect((await fetch(`${emulators.urls.management}/nowhere`)).status).toBe(404);
  });

  test("and in process", async () => {
    const management = createManagementClient(emulators.clients.management);
    expect((await management.listAppCategories()).name).toBe("Root");
  });
});

describe("mistakes are named", () => {
  const hooks = { beforeEach: () => {} };

  test("addresses without the hooks that serve", () => {
    expect(() => useEmulators(hooks).urls.vault).toThrow("vault is not served: pass beforeAll and afterAll to useEmulators, and read its address in a test");
  });

  test.each<readonly [unknown, unknown, string]>([
    [{}, {}, "the hooks of useEmulators: beforeEach must be a function; got nothing"],
    [hooks, { valut: {} }, "the seeds of useEmulators: valut is not known; did you mean vault?"],
    [hooks, { vault: 5 }, "the seeds of useEmulators: vault must be an object; got 5"],
  ])("%j %j", (given, seeds, message) => {
    expect(() => useEmulators(given as never, seeds as never)).toThrow(new TypeError(message));
  });

  test("a seed that is wrong, when its service is first used", () => {
    expect(() => useEmulators(hooks, { vault: { vautls: [] } as never }).vault).toThrow(
      "the seed of createVaultEmulator: /vautls is not known; did you mean vaults?",
    );
  });
});
