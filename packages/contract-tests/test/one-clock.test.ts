import { type Clock as ClientClock, isApiError } from "@keywright/core";
import { memoryCheckpoints } from "@keywright/core/feeds";
import { clientCredentials } from "@keywright/core/oauth";
import { createEventsEmulator, createManagementEmulator, createVaultEmulator, type Clock as EmulatorClock, manualClock } from "@keywright/emulator";
import { createEventsClient } from "@keywright/events";
import { auditEventFeed } from "@keywright/events/feeds";
import { createManagementClient } from "@keywright/management";
import { createVaultClient } from "@keywright/vault";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";

const START = "2026-03-02T12:00:00Z";
const baseUrl = "https://service.example.com";

// Nothing here may take real time: the platform's timers are out of order.
beforeEach(() => {
  vi.spyOn(globalThis, "setTimeout").mockImplementation((_callback, delayMs) => {
    throw new Error(`a timer of the platform was set to ${String(delayMs)} ms`);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

it("has the same shape in the clients and in the emulator", () => {
  expectTypeOf<EmulatorClock>().toEqualTypeOf<ClientClock>();
});

describe("one manual clock drives client and emulator", () => {
  const setUp = () => {
    const clock = manualClock(START);
    const emulator = createVaultEmulator({ clock });
    const client = createVaultClient({ baseUrl, token: emulator.token, fetch: emulator.fetch, clock });
    return { clock, emulator, client };
  };

  it("through a retry after the time that the server asks for", async () => {
    const { clock, emulator, client } = setUp();
    emulator.inject({ operationId: "listVaults", response: { status: 503, headers: { "retry-after": "2" } } });
    expect(await clock.runUntil(client.listVaults())).toHaveLength(4);
    expect(clock.now()).toBe(2000);
  });

  it("through a backoff without chance", async () => {
    const { clock, emulator, client } = setUp();
    emulator.inject({ operationId: "listVaults", times: 2, response: { status: 503 } });
    await clock.runUntil(client.listVaults());
    expect(clock.now()).toBe(25 + 50);
  });

  it("to the deadline of a request that never gets a response", async () => {
    const { clock, emulator, client } = setUp();
    emulator.inject({ operationId: "listVaults", response: "stall" });
    await expect(clock.runUntil(client.listVaults({}, { timeoutMs: 5000, retry: false }))).rejects.toMatchObject({ name: "TimeoutError", timeoutMs: 5000 });
    expect(clock.now()).toBe(5000);
  });

  it("through a delayed response, in time and too late", async () => {
    const { clock, emulator, client } = setUp();
    emulator.inject({ operationId: "listVaults", times: 2, delayMs: 3000 });
    expect(await clock.runUntil(client.listVaults({}, { timeoutMs: 4000 }))).toHaveLength(4);
    expect(clock.now()).toBe(3000);
    await expect(clock.runUntil(client.listVaults({}, { timeoutMs: 2000, retry: false }))).rejects.toMatchObject({ name: "TimeoutError" });
    expect(clock.now()).toBe(5000);
  });

  it("past the end of a token", async () => {
    const { clock, emulator } = setUp();
    const client = createVaultClient({ baseUrl, token: emulator.issueToken({ expiresInSeconds: 60 }), fetch: emulator.fetch, clock });
    await clock.runUntil(client.listVaults());
    clock.advance(60_000);
    const error: unknown = await clock.runUntil(client.listVaults().catch((caught: unknown) => caught));
    expect(isApiError(error, 401)).toBe(true);
  });

  it("through the renewal of tokens, before the server rejects one", async () => {
    const clock = manualClock(START);
    const seen: (readonly [number, string | undefined, number | undefined])[] = [];
    const emulator = createManagementEmulator({
      clock,
      seed: { auditEvents: 0, tokenSeconds: 3600 },
      onExchange: ({ operationId, status }) => seen.push([clock.now() / 60_000, operationId, status]),
    });
    const { clientId, clientSecret, fetch } = emulator;
    const token = clientCredentials({ tokenUrl: `${baseUrl}/connect/token`, clientId, clientSecret, fetch, clock });
    const client = createManagementClient({ baseUrl, token, fetch, clock });
    for (let minutes = 0; minutes < 120; minutes += 30) {
      await clock.runUntil(client.listAppCategories());
      await clock.runFor(30 * 60_000);
    }
    expect(seen).toEqual([
      [0, "issueToken", 200],
      [0, "listAppCategories", 200],
      [30, "listAppCategories", 200],
      [60, "issueToken", 200],
      [60, "listAppCategories", 200],
      [90, "listAppCategories", 200],
    ]);
  });
});

describe("one manual clock drives a feed", () => {
  it("through its polls and an outage, to the last event", async () => {
    const clock = manualClock(START);
    const asked: number[] = [];
    const emulator = createEventsEmulator({ clock, seed: { eventsPerStream: 0 }, onExchange: () => asked.push(clock.now()) });
    const client = createEventsClient({ baseUrl, token: emulator.token, fetch: emulator.fetch, clock });
    const feed = auditEventFeed(client, { store: memoryCheckpoints(), since: START, clock });
    const got: string[] = [];
    const stop = new AbortController();
    const running = feed.run(({ events }) => void got.push(...events.map(({ uuid }) => uuid)), { signal: stop.signal });

    const sent = emulator.appendEvents("auditevents", {}, {}).map(({ uuid }) => uuid);
    await clock.runFor(60_000);
    expect(got).toEqual(sent);

    const outage = emulator.inject({ operationId: "listAuditEvents", times: "always", response: { status: 503 } });
    sent.push(...emulator.appendEvents("auditevents", {}).map(({ uuid }) => uuid));
    const before = asked.length;
    await clock.runFor(600_000);
    expect(got).toHaveLength(2);
    expect(asked.length - before).toBeGreaterThan(5);

    outage.remove();
    await clock.runFor(120_000);
    expect(got).toEqual(sent);
    expect(clock.wallNow()).toBe(Date.parse(START) + 780_000);
    stop.abort();
    await clock.runUntil(
      running.then(
        () => undefined,
        () => undefined,
      ),
    );
  });
});
